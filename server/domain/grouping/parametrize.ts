/** Replacements for values in a message, in the order tried at each position. */
const values: { [name: string]: RegExp } = {
  // Part of the meaning, not a value: a 404 is not a 500, errnos differ, and a React error number
  // is its name.
  kept: /\b(?:(?:HTTP|http)s?(?:[ /]\d\.\d)?|[Ss]tatus(?:[ _][Cc]ode)?|[Cc]ode|[Ee]rrno|[Ee]rror|[Ss]ignal|SQLSTATE)[ :=#([]{1,3}-?\d{1,5}\b/,
  email: /[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/,
  url: /\b(?:wss?|https?|ftp|file|blob|[a-z]{2,8}-extension):\/\/[^\s"'<>)\]}]+/,
  uuid: /\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b/,
  ip: /\b(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|\b)){4}(?<!\.)(?![\w.])|(?<![\w:])(?=[a-fA-F:]*\d)(?:(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|(?:[0-9a-fA-F]{1,4}(?::[0-9a-fA-F]{1,4}){0,6})?::(?:[0-9a-fA-F]{1,4}(?::[0-9a-fA-F]{1,4}){0,6})?)(?![\w:])(?<=[0-9a-fA-F:]{3})/,
  date: /\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?(?:\d{1,2} )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2},?(?: \d\d:\d\d(?::\d\d)?)? \d{4}\b|\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, )?\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{4}(?: \d\d:\d\d(?::\d\d)?(?: (?:GMT|UTC|Z|[+-]\d{4}))?)?|\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z|UTC|GMT|[+-]\d\d:?\d\d))?)?(?!\w)|\b\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\b/,
  hostname:
    /\b(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}(?:com|net|org|io|dev|app|local|internal|cloud|co|eu|de|uk|fr|nl|edu|gov|ai)\b(?![.(\w])/,
  duration:
    /\b\d+(?:\.\d+)? ?(?:ns|us|µs|ms|s|secs?|seconds?|m|mins?|minutes?|h|hours?|days?)(?!\w)/,
  hash: /\b(?:[0-9a-fA-F]{64}|[0-9a-fA-F]{40}|[0-9a-fA-F]{32})\b/,
  hex: /\b0[xX][0-9a-fA-F]+\b|\b(?=[0-9a-f]*[a-f])(?=[a-f]*\d)[0-9a-f]{8,128}\b|\b(?=[0-9A-F]*[A-F])(?=[A-F]*\d)[0-9A-F]{8,128}\b/,
  float: /(?<![\w.])[-+]?\d+\.\d+(?:[eE][-+]?\d+)?(?![\w.]\w)(?!\w)/,
  int: /(?<![\w.]|\w-)[-+]?\d+(?!\w|\.\d)/,
  quoted: /(?<==)(?:"[^"]{0,1000}"|'[^']{0,1000}')/,
  bool: /(?<==)(?:true|false|True|False)\b/,
};

const names = Object.keys(values);
const everything = new RegExp(
  names.map((name) => `(?<${name}>${values[name]!.source})`).join("|"),
  "g",
);
/** Every value contains one of these: most messages fail this test. */
const trace = /\d|[@=]|:\/\/|::|\.[a-z]/;
const maxLength = 1_000;

/**
 * A message without inserted values, so that one sentence is one group: `Order 123 of
 * jane@example.com failed with status 502` → `Order <int> of <email> failed with status 502`. Reads
 * the first thousand characters.
 */
export function parametrize(text: string): string {
  const start = text.length > maxLength ? text.slice(0, maxLength) : text;
  if (!trace.test(start)) return start;
  return start.replace(everything, (whole: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as { [name: string]: string | undefined };
    const name = names.find((each) => groups[each] !== undefined);
    return name === undefined || name === "kept" ? whole : `<${name}>`;
  });
}

/** The part of a message that identifies it: its first two non-empty lines, without values. */
export function messageKey(message: string): string {
  const lines = message.slice(0, maxLength * 2).split(/[\r\n]+/);
  const told = lines.filter((line) => line.trim() !== "").slice(0, 2);
  return parametrize(told.join("\n").trim());
}
