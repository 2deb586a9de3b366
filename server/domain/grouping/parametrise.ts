/** What a message says apart from the values that were filled into it, so that one sentence is one group. */

// The first alternative keeps numbers that are part of the meaning: a 404 is not a 500, an errno not another.
const kept = String.raw`\b(?:https?[ /](?:\d\.\d )?|status(?:[ _]code)?|(?:exit|error|response|return|result)?[ _]?code|errno|errno:|error|signal|sqlstate)[ :=#(\[]{1,3}-?\d{1,5}\b`;

const patterns: [name: string, source: string][] = [
  ["kept", kept],
  ["email", String.raw`[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}`],
  ["url", String.raw`\b(?:wss?|https?|ftp|file|chrome-extension|moz-extension|blob:https?)://[^\s"'<>)\]}]+`],
  ["uuid", String.raw`\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\b`],
  [
    "ip",
    String.raw`\b(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}\b|(?<![\w:])(?:[0-9a-fA-F]{1,4}:){2,7}(?::?[0-9a-fA-F]{1,4}){1,7}(?![\w:])|(?<![\w:])::1(?![\w:])`,
  ],
  [
    "date",
    String.raw`\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?(?!\w)|\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?(?:\d{1,2} )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* (?:\d{1,2},? )?\d{4}(?: \d\d:\d\d(?::\d\d)?)?\b|\b\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\b`,
  ],
  [
    "hostname",
    String.raw`\b(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}(?:com|net|org|io|dev|app|local|internal|cloud|co|eu|de|uk|fr|edu|gov|info|biz|ai|me)\b(?!\()`,
  ],
  [
    "duration",
    String.raw`\b\d+(?:\.\d+)? ?(?:ns|us|µs|ms|s|sec|secs|seconds?|m|min|mins|minutes?|h|hours?|d|days?)\b(?!\w)`,
  ],
  ["hash", String.raw`\b(?:[0-9a-fA-F]{64}|[0-9a-fA-F]{40}|[0-9a-fA-F]{32})\b`],
  [
    "hex",
    String.raw`\b0[xX][0-9a-fA-F]+\b|\b(?=[0-9a-f]*[a-f])(?=[a-f]*\d)[0-9a-f]{8,128}\b|\b(?=[0-9A-F]*[A-F])(?=[A-F]*\d)[0-9A-F]{8,128}\b`,
  ],
  ["float", String.raw`(?<![\w.])[-+]?\d+\.\d+(?:[eE][-+]?\d+)?(?![\w.])`],
  ["int", String.raw`(?<![\w.]|\w-)[-+]?\d+(?![\w]|\.\d)`],
  ["quoted", String.raw`(?<==)(?:"[^"]{0,1000}"|'[^']{0,1000}')`],
  ["bool", String.raw`(?<==)(?:true|false|True|False)\b`],
];

const everything = new RegExp(patterns.map(([name, source]) => `(?<${name}>${source})`).join("|"), "g");
const variable = /[\d@=]|:\/\/|\.[a-z]/;
const maxLength = 1_000;

/**
 * `Order 123 of jane@example.com failed with status 502` → `Order <int> of <email> failed with status 502`. Idempotent
 * on its output. Looks at the first thousand characters.
 */
export function parametrise(text: string): string {
  const start = text.length > maxLength ? text.slice(0, maxLength) : text;
  if (!variable.test(start)) return start;
  return start.replace(everything, (whole: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    for (const [name] of patterns) if (groups[name] !== undefined) return name === "kept" ? whole : `<${name}>`;
    return whole;
  });
}

/** The part of a message that names it: its first two lines that are not empty, without their values. */
export function messageKey(message: string): string {
  const lines = message.slice(0, maxLength * 2).split(/[\r\n]+/);
  return parametrise(
    lines
      .filter((line) => line.trim() !== "")
      .slice(0, 2)
      .join("\n")
      .trim(),
  );
}
