import type { Frame } from "#server/domain/event/error-event.ts";
import { withoutContentHash } from "./content-hash.ts";

/** What identifies a frame from build to build, or why it does not count. */
type FrameKey = { key: string; remark?: undefined } | { key?: undefined; remark: string };

const maxContextLine = 120;
const contextPlatforms = new Set(["javascript", "node", "python", "php", "ruby"]);

export const isJavascript = (platform: string): boolean =>
  platform === "javascript" || platform === "node";

/**
 * Module or file name, function and source line (PROTOCOL A.13). Never line and column: they move
 * with every edit.
 */
export function frameKey(frame: Frame, platform: string): FrameKey {
  const javascript = isJavascript(platform);
  if (isGenerated(frame, javascript)) return { remark: "generated code has no stable location" };
  const context = contextOf(frame, platform);
  // A source map restores lines reliably, function names only by guess.
  const name = javascript && frame.mapped && context ? "" : functionOf(frame.function, javascript);
  const place = placeOf(frame, javascript);
  const parts = [place, name, context].filter((part) => part !== "");
  if (parts.length === 0) return { remark: "no information" };
  return { key: parts.join(" · ") };
}

const generatedPaths = new Set([
  "<anonymous>",
  "[native code]",
  "native code",
  "native",
  "eval code",
]);

/**
 * Code that the engine made or was handed as text: each browser puts it on the stack in its own
 * way, or not at all.
 */
function isGenerated({ file, absPath, function: name }: Frame, javascript: boolean): boolean {
  const path = absPath ?? file;
  if (
    path !== undefined &&
    (generatedPaths.has(path) || path.startsWith("eval at ") || path.includes(" > eval"))
  )
    return true;
  return javascript && (name === "eval" || name === "eval code" || name === "[native code]");
}

function placeOf(frame: Frame, javascript: boolean): string {
  const path = frame.absPath ?? frame.file ?? "";
  if (frame.module && !(javascript && isUrlPath(frame.module, path)))
    return javascript ? withoutContentHash(frame.module) : frame.module;
  const file = frame.file ?? path;
  const end = file.search(/[?#]/);
  const plain = end < 0 ? file : file.slice(0, end);
  const name = plain.slice(Math.max(plain.lastIndexOf("/"), plain.lastIndexOf("\\")) + 1);
  // An address without a path is a page's own inline script.
  if (name === "" || isOrigin(plain)) return "";
  return (javascript ? withoutContentHash(name) : name).toLowerCase();
}

const isOrigin = (url: string) => /^[a-z]+:\/\/[^/]+\/?$/i.test(url);

/**
 * Some SDKs put the end of the URL where a module's name belongs: it says no more than the file.
 */
function isUrlPath(module: string, path: string): boolean {
  return (
    path.includes("://") &&
    (path.endsWith(module) || path.replace(/\.[cm]?js$/, "").endsWith(module))
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
  if (!context || !contextPlatforms.has(platform) || context.line.length > maxContextLine)
    return "";
  const line = context.line.trim();
  return /\s\s|[\t\v\f]/.test(line) ? line.replace(/\s+/g, " ") : line;
}
