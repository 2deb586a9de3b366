/** The first non-blank line of a longer text, in full, for lists, searches, and comparisons. */
export const firstLine = (text: string): string =>
  text
    .trimStart()
    .split(/[\r\n]/, 1)[0]!
    .trimEnd();
