import { parseDebugId } from "#server/domain/artifact/asset-name.ts";

/**
 * Tools write it into the map as well: near its beginning or its end, so nothing has to be parsed
 * for it.
 */
export function debugIdOfMap(content: Uint8Array): string | undefined {
  const [start, end] = endsOf(content);
  return parseDebugId(/"debug_?[iI]d"\s*:\s*"([^"]{32,36})"/.exec(`${start}\n${end}`)?.[1]);
}

/** The comment at the end of a script (`//# debugId=…`). */
export function debugIdOfScript(content: Uint8Array): string | undefined {
  return parseDebugId(/\/\/# debugId=([\da-f-]{32,36})\s/i.exec(`${endsOf(content)[1]}\n`)?.[1]);
}

/**
 * Where a script says that its map is: a map within the script whole, as a `data:` URL. The last
 * such comment counts (ECMA-426).
 */
export function sourceMapUrlOf(content: Uint8Array): string | undefined {
  const text = bufferOf(content);
  const start = text.lastIndexOf("//# sourceMappingURL=");
  if (start < 0) return undefined;
  return /^\S+/.exec(text.subarray(start + "//# sourceMappingURL=".length).toString("utf8"))?.[0];
}

/** What a `data:` URL holds; nothing where it cannot be read. */
export function inlineContent(dataUrl: string): Uint8Array {
  const comma = dataUrl.indexOf(",");
  const body = dataUrl.slice(comma + 1);
  if (dataUrl.slice(0, comma).endsWith(";base64")) return Buffer.from(body, "base64");
  try {
    return Buffer.from(decodeURIComponent(body));
  } catch {
    return new Uint8Array();
  }
}

const lookedAt = 4_096;

function endsOf(content: Uint8Array): [start: string, end: string] {
  const text = bufferOf(content);
  return [
    text.subarray(0, lookedAt).toString("latin1"),
    text.subarray(-lookedAt).toString("latin1"),
  ];
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);
