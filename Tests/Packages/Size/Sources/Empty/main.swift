// What the other programs are compared with.
print()
