import type { Frame } from "#server/domain/event/error-event.ts";

/** What identifies a frame from build to build, or why it does not count. */
export type FrameKey = { key: string; remark?: undefined } | { key?: undefined; remark: string };

const maxContextLine = 120;
const maxName = 256;
const contextPlatforms = new Set(["javascript", "node", "python", "php", "ruby"]);

export const isJavascript = (platform: string): boolean => platform === "javascript" || platform === "node";

/** Module or file name, function and source line (PROTOCOL A.13). Never line and column: they move with every edit. */
export function frameKey(frame: Frame, platform: string): FrameKey {
  if (isGenerated(frame)) return { remark: "generated code has no stable place" };
  const javascript = isJavascript(platform);
  const context = contextOf(frame, platform);
  // A source map restores lines surely but function names only by guess.
  const name = javascript && frame.mapped && context ? "" : functionOf(frame.function, javascript);
  const place = placeOf(frame, javascript);
  const parts = [place, name, context].filter((part) => part !== "");
  if (parts.length === 0) return { remark: "nothing is known of it" };
  return { key: parts.join(" · ") };
}

function isGenerated({ file, absPath, function: name }: Frame): boolean {
  const path = absPath ?? file;
  if (path === undefined) return name !== undefined && (name.startsWith("eval") || name === "[native code]");
  return (
    path === "<anonymous>" ||
    path === "[native code]" ||
    path === "native" ||
    path.startsWith("eval at ") ||
    path.includes(" line 1 > eval")
  );
}

function placeOf(frame: Frame, javascript: boolean): string {
  const path = frame.absPath ?? frame.file ?? "";
  if (frame.module && !(javascript && isUrlPath(frame.module, path))) return withoutContentHash(frame.module);
  const file = frame.file ?? path;
  const end = file.search(/[?#]/);
  const plain = end < 0 ? file : file.slice(0, end);
  const name = plain.slice(Math.max(plain.lastIndexOf("/"), plain.lastIndexOf("\\")) + 1);
  // An address without a path is a page's own inline script.
  return name === "" || isOrigin(plain) ? "" : withoutContentHash(name.toLowerCase());
}

const isOrigin = (url: string) => /^[a-z]+:\/\/[^/]+\/?$/i.test(url);

/** Some SDKs put the end of the URL where a module's name belongs: it says no more than the file. */
function isUrlPath(module: string, path: string): boolean {
  return path.includes("://") && (path.endsWith(module) || path.replace(/\.[cm]?js$/, "").endsWith(module));
}

// Longest plausible hash of a bundler, told from words by a digit, an underscore or mixed case within.
const hashed = /([.-])([A-Za-z0-9_-]{6,40})(?=\.(?:[cm]?js|css)$|$)/;

/** `index-B_jslZTw.js` → `index-*.js`: the same file in the next build. */
export function withoutContentHash(name: string): string {
  return name
    .slice(-maxName)
    .replace(hashed, (whole, mark: string, hash: string) => (looksRandom(hash) ? `${mark}*` : whole));
}

function looksRandom(text: string): boolean {
  return (
    text.length >= 8 && (/\d/.test(text) || /_/.test(text) || /[a-z][A-Z]/.test(text)) && !/^v?\d+(?:_\d+)*$/.test(text)
  );
}

const unnamed = /^(?:\?|<anonymous>|Anonymous function|anonymous|<unknown>)$|\/<$/;

function functionOf(name: string | undefined, javascript: boolean): string {
  if (name === undefined || unnamed.test(name)) return "";
  if (!javascript) return name;
  const last = name
    .slice(name.lastIndexOf(".") + 1)
    .replace(/ \[as \w+\]$/, "")
    .replace(/^(?:async|new) /, "");
  return unnamed.test(last) ? "" : last;
}

function contextOf({ context }: Frame, platform: string): string {
  if (!context || !contextPlatforms.has(platform) || context.line.length > maxContextLine) return "";
  const line = context.line.trim();
  return /\s\s|[\t\v\f]/.test(line) ? line.replace(/\s+/g, " ") : line;
}
