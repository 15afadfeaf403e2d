/* Nothing is defined: headers are only looked at. */
typedef int nothing;
