#pragma once
#include <stdbool.h>
typedef struct Stack_s *Stack;
#ifdef __cplusplus
extern "C" {
#endif
Stack StackCreate(void);
void StackDestroy(Stack s);
void StackPush(Stack s, int value);
bool StackPop(Stack s, int *value);
int StackPeek(Stack s);
bool StackIsEmpty(const Stack s);
unsigned StackSize(Stack s);
#ifdef __cplusplus
}
#endif
