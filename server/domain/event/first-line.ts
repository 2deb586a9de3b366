/**
 * What lists, searches, and comparisons show or ask of a longer text: its first line that is not
 * blank, whole.
 */
export const firstLine = (text: string): string =>
  text
    .trimStart()
    .split(/[\r\n]/, 1)[0]!
    .trimEnd();
