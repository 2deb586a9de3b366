/**
 * Headers that offer uploaded or sent data as a file download, and isolate it without origin and
 * scripts if it is shown. `contentType` is declared, not verified: browsers are told not to sniff.
 */
export function downloadHeaders(
  fileName: string,
  contentType = "application/octet-stream",
): { [name: string]: string } {
  return {
    "Content-Type": /^[\w.+-]+\/[\w.+-]+(?:; charset=utf-8)?$/.test(contentType)
      ? contentType
      : "application/octet-stream",
    "Content-Disposition": `attachment; filename="${plainName(fileName)}"; filename*=UTF-8''${encodedName(fileName)}`,
    ...untrustedHeaders,
  };
}

/** For data that may be viewed in the browser: the same without forcing a download. */
export const untrustedHeaders: { readonly [name: string]: string } = {
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "private, no-cache",
};

/**
 * The last part of a path, without characters that end a header or a name (RFC 6266, section 4.3).
 */
function lastPart(fileName: string): string {
  const part = fileName.split(/[/\\]/).at(-1) ?? "";
  const name = part
    // oxlint-disable-next-line eslint/no-control-regex -- control characters are what it is about
    .replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/^\.+/, "");
  return name.slice(0, 200) || "file";
}

const plainName = (fileName: string) => lastPart(fileName).replace(/[^\w .()+@-]/g, "_");
const encodedName = (fileName: string) =>
  encodeURIComponent(lastPart(fileName).toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
