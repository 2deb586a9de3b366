import type { Attachment, RasterType } from "./attachment.ts";

const signatures: [type: RasterType, bytes: RegExp][] = [
  // oxlint-disable-next-line eslint/no-control-regex -- so these files begin
  ["image/png", /^\x89PNG\r\n\x1a\n/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF[^]{4}WEBP/],
];

const previewBytes = 4_096;
const previewLines = 30;

/** Displayable content of a file, by its bytes and never by its declared type. */
export function lookOf(
  bytes: Uint8Array,
  { name, contentType }: Pick<Attachment, "name" | "contentType">,
): Pick<Attachment, "raster" | "preview"> {
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  const raster = signatures.find(([, signature]) => signature.test(start))?.[0];
  if (raster) return { raster };
  const preview = isCalledText(name, contentType) ? textIn(bytes) : undefined;
  return preview === undefined ? {} : { preview };
}

const isCalledText = (name: string, contentType: string) =>
  /^text\/|[/+]json\b/i.test(contentType) ||
  /\.(?:txt|log|json|md|csv|ya?ml|xml|html?|css|[cm]?[jt]sx?)$/i.test(name);

/**
 * The first lines; undefined if the bytes are not text. Truncated text may end inside a character.
 */
function textIn(bytes: Uint8Array): string | undefined {
  const cut = bytes.byteLength > previewBytes;
  const text = decode(bytes.subarray(0, previewBytes), cut);
  // oxlint-disable-next-line eslint/no-control-regex -- text has none of them
  if (text === undefined || /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text))
    return undefined;
  return text.split("\n").slice(0, previewLines).join("\n");
}

function decode(bytes: Uint8Array, cut: boolean): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: cut });
  } catch {
    return undefined;
  }
}
