const counts = new Intl.NumberFormat("en-US");

/**
 * Text of at most `max` characters; one that was longer ends in an ellipsis wherever it is shown.
 * For what keeps no notes.
 */
export const visiblyCut = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`;

/** The same for a text of several lines, whose last line says how much of it was kept. */
export function visiblyTrimmed(text: string, max: number): string {
  if (text.length <= max) return text;
  const remark = `\n\n[Trimmed: kept ${counts.format(max)} of ${counts.format(text.length)} characters.]`;
  return `${text.slice(0, max).toWellFormed()}…${remark}`;
}
