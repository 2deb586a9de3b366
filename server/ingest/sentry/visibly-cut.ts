const counts = new Intl.NumberFormat("en-US");

/**
 * Text of at most `max` characters; a truncated one ends in an ellipsis. For data without notes.
 */
export const visiblyCut = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`;

/** The same for a multi-line text, whose last line states the kept length. */
export function visiblyTrimmed(text: string, max: number): string {
  if (text.length <= max) return text;
  const remark = `\n\n[Trimmed: kept ${counts.format(max)} of ${counts.format(text.length)} characters.]`;
  return `${text.slice(0, max).toWellFormed()}…${remark}`;
}
