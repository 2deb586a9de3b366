/**
 * Escapes client text for our Markdown: it can't start a heading, list, fence, link, or table cell,
 * or send terminal commands. Long text is truncated and marked.
 */

const longestLine = 500;

/** Terminal control characters and writing-direction marks, except line breaks and tabs. */
const steering =
  // oxlint-disable-next-line no-control-regex -- Exactly these are looked for.
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069\u2028\u2029\uFEFF]/g;

const inert = (text: string): string => text.replace(/\r\n?/g, "\n").replace(steering, "\uFFFD");
const oneLine = (text: string): string => inert(text).replace(/\s+/g, " ").trim();

export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest).toWellFormed()}… (${text.length - longest} more characters)`;
}

/**
 * An underscore within a word and a colon without `//` have no meaning in Markdown but are common
 * in names.
 */
const special = /[\\`*[\]<>#|~&]|(?<!\w)_|_(?!\w)|:(?=\/\/)/g;

/** Inline text. */
export function words(text: string): string {
  const escaped = cut(oneLine(text), longestLine).replace(special, "\\$&");
  // These would start a block at the beginning of a list item.
  return escaped.replace(/^[-+=]/, "\\$&").replace(/^(\d{1,9})([.)])/, "$1\\$2");
}

/** Names, paths, and versions, unmodified: an inline code span. */
export function code(text: string): string {
  const line = cut(oneLine(text), longestLine);
  if (line === "") return "(empty)";
  const ticks = "`".repeat(longestRun(line) + 1);
  const isAtEdge = /^[` ]|[` ]$/.test(line);
  return isAtEdge ? `${ticks} ${line} ${ticks}` : `${ticks}${line}${ticks}`;
}

/** Lines, unmodified: a code block that its content can't end. */
export function fenced(lines: string, language = "text"): string {
  const ticks = "`".repeat(Math.max(3, longestRun(lines) + 1));
  return `${ticks}${language}\n${inert(lines).replace(/\n+$/, "")}\n${ticks}`;
}

/** A line in a code block. */
export const inLine = (text: string): string => cut(oneLine(text), longestLine);

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

/** A link of ours. `path` excludes the base path. */
export type Site = { url: string; project: string };
export const linkTo = ({ url }: Pick<Site, "url">, path: string): string =>
  `<${url}${encodeURI(path).replace(/[<>]/g, encodeURIComponent)}>`;

/** `- Name: value` for each present value. Values are already escaped. */
export function facts(
  pairs: [name: string, value: string | number | null | undefined | false][],
): string {
  const said = pairs.filter(
    ([, value]) => value !== null && value !== undefined && value !== false && value !== "",
  );
  return said.map(([name, value]) => `- ${name}: ${value}`).join("\n");
}

/** Joins the non-empty parts with empty lines. */
export function paragraphs(...parts: (string | false | undefined)[]): string {
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

/** Lines with `- `, and the number beyond `most`. */
export function list<Item>(
  items: readonly Item[],
  most: number,
  write: (item: Item) => string,
): string {
  const lines = items.slice(0, most).map((item) => `- ${write(item)}`);
  return [...lines, ...(items.length > most ? [`- ${items.length - most} more`] : [])].join("\n");
}

export const ms = (value: number | null): string =>
  value === null
    ? "–"
    : value >= 1000
      ? `${(value / 1000).toFixed(2)} s`
      : `${value.toFixed(value < 10 ? 1 : 0)} ms`;

export const share = (fraction: number): string => `${(100 * fraction).toFixed(1)} %`;
