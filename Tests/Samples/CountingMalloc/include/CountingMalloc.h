/// How many times this process has called malloc; always 0 where it cannot be counted.
long counted_mallocs(void);
