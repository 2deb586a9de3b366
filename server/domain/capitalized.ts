/** `missed` as a label: `Missed`; `ok`: `OK`. */
export const capitalized = (text: string): string =>
  text.replace(/^(?:ok\b|.)/, (first) => first.toUpperCase());
