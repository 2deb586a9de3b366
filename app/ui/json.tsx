import type { Json } from "#server/domain/json.ts";

/** What fits on a line stays on one. */
const lineLength = 100;

/** Any value as text: strings as they are, the rest as JSON. */
export function JsonText({ value }: { value: Json }) {
  return <code className="text">{typeof value === "string" ? value : jsonOf(value)}</code>;
}

function jsonOf(value: Json): string {
  const lines = JSON.stringify(value, undefined, 2);
  // Line breaks inside strings are escaped: the ones left are those of the indentation.
  const line = lines.replaceAll(/\n */g, " ");
  return line.length <= lineLength ? line : lines;
}
