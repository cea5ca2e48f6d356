// What the program reads and writes with; `CLibrary.c` has both ways to do so.

/// The next byte of standard input; -1 at its end.
int readByte(void);
/// Writes a byte to standard output; a line appears at once.
void writeByte(int byte);
