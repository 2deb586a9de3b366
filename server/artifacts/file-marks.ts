import { parseDebugId } from "#server/domain/artifact/asset-name.ts";

/** Tools also write it near the beginning or end of the map, so no parsing is needed. */
export function debugIdOfMap(content: Uint8Array): string | undefined {
  const [start, end] = endsOf(content);
  return parseDebugId(/"debug_?[iI]d"\s*:\s*"([^"]{32,36})"/.exec(`${start}\n${end}`)?.[1]);
}

/** The comment at the end of a script (`//# debugId=…`). */
export function debugIdOfScript(content: Uint8Array): string | undefined {
  return parseDebugId(/\/\/# debugId=([\da-f-]{32,36})\s/i.exec(`${endsOf(content)[1]}\n`)?.[1]);
}

/**
 * The script's source map URL, or the complete `data:` URL of an inline map. The last such comment
 * counts (ECMA-426).
 */
export function sourceMapUrlOf(content: Uint8Array): string | undefined {
  const text = bufferOf(content);
  const start = text.lastIndexOf("//# sourceMappingURL=");
  if (start < 0) return undefined;
  return /^\S+/.exec(text.subarray(start + "//# sourceMappingURL=".length).toString("utf8"))?.[0];
}

/** Content of a `data:` URL; empty if it can't be decoded. */
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
