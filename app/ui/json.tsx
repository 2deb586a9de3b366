import type { Json } from "#server/domain/json.ts";

/** Values that fit on a line stay on one. */
const lineLength = 100;

/** Any value as text: strings verbatim, others as JSON. */
export function JsonText({ value }: { value: Json }) {
  return <code className="text">{typeof value === "string" ? value : jsonOf(value)}</code>;
}

function jsonOf(value: Json): string {
  const lines = JSON.stringify(value, undefined, 2);
  // Line breaks inside strings are escaped; the remaining ones are indentation.
  const line = lines.replaceAll(/\n */g, " ");
  return line.length <= lineLength ? line : lines;
}
