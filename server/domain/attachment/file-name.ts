const longest = 200;

/**
 * The last part of a client's file name, without characters that control terminals, headers, or
 * text direction.
 */
export function fileNameOf(said: unknown): string {
  const part = typeof said === "string" ? (said.split(/[/\\]/).at(-1) ?? "") : "";
  const name = part
    // oxlint-disable-next-line eslint/no-control-regex -- control characters are what it is about
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, "")
    .toWellFormed();
  return cut(name.trim()) || "unnamed";
}

/** A truncated name has an ellipsis before its extension. */
function cut(name: string): string {
  if (name.length <= longest) return name;
  const [end = ""] = /\.[^.]{1,20}$/.exec(name) ?? [];
  return `${name.slice(0, longest - end.length - 1).toWellFormed()}…${end}`;
}
