import type { Frame } from "#server/domain/event/error-event.ts";
import { withoutContentHash } from "./content-hash.ts";
import type { PlatformRules } from "./platform-rules.ts";

/** Browsers and Node. */
export const javascript: PlatformRules = {
  hasContext: true,
  isGenerated: ({ function: name }) =>
    name === "eval" || name === "eval code" || name === "[native code]",
  // A source map resolves lines reliably, but function names only by guess.
  functionName: (name, { mapped }, context) => (mapped && context ? "" : lastName(name)),
  moduleName: (module, path) => (isUrlPath(module, path) ? undefined : withoutContentHash(module)),
  fileName: withoutContentHash,
  isLoneUnnamed,
};

const lastName = (name: string): string =>
  name
    .slice(name.lastIndexOf(".") + 1)
    .replace(/ \[as \w+\]$/, "")
    .replace(/^(?:async|new) /, "");

/** Some SDKs send the end of the URL as module name, which adds nothing to the file. */
function isUrlPath(module: string, path: string): boolean {
  return (
    path.includes("://") &&
    (path.endsWith(module) || path.replace(/\.[cm]?js$/, "").endsWith(module))
  );
}

/**
 * The single frame that a browser reports for an error without a stack: the URL of page or script,
 * without a function.
 */
function isLoneUnnamed({ function: name, absPath, file, context }: Frame): boolean {
  return (
    (name === undefined || name === "?") && /^[a-z]+:\/\//i.test(absPath ?? file ?? "") && !context
  );
}
