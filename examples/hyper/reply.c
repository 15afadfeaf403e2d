/* An echo that believes the length it is told. The request has 8 bytes; what others left
 * in memory behind them goes along when more are asked for. No access is outside of its
 * block, so no sanitizer sees it; two runs that differ only in what was left do. */
#include <string.h>

/*@
  requires length <= 16;
  requires \valid_read(memory + (0 .. 15)) && \valid(out + (0 .. 15));
  requires \separated(memory + (0 .. 15), out + (0 .. 15));
  assigns out[0 .. 15];
  config 200 runs;

  hyper secret: noninterference high memory[8 .. 15];
*/
void reply(const char *memory, unsigned length, char *out)
{
    memset(out, 0, 16);
    memcpy(out, memory, length);
}

/*@
  requires length <= 16;
  requires \valid_read(memory + (0 .. 15)) && \valid(out + (0 .. 15));
  requires \separated(memory + (0 .. 15), out + (0 .. 15));
  assigns out[0 .. 15];
  config 200 runs;

  hyper secret: noninterference high memory[8 .. 15];
*/
void reply_bounded(const char *memory, unsigned length, char *out)
{
    memset(out, 0, 16);
    memcpy(out, memory, length < 8 ? length : 8);
}
