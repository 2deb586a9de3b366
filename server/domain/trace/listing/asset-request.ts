import type { TraceSummary } from "./summary.ts";

/**
 * Of files that pages name or that browsers ask for by themselves. JSON, text, and documents may be
 * an application's answers.
 */
const file = String.raw`\.(?:m?js|css|map|wasm|webmanifest|png|jpe?g|gif|svg|ico|webp|avif|woff2?|ttf|otf|eot|mp4|webm|mp3)`;
export const fileEnding = new RegExp(`${file}$`, "i");
/** The same in what `trace_shapes` keeps, without reading it. */
export const mayBeAsset = new RegExp(`${file}","server",`, "i");

/**
 * A framework's layers around a file have spans; a handler that makes an image asks a database,
 * too.
 */
const mostSpans = 20;

/**
 * Whether a trace is nothing but a server's request for a static file. SDKs that record every
 * request, as OpenTelemetry's for Node.js do, make a trace of each script and picture of a page.
 * One that failed is a trace like any other.
 */
export const isAssetRequest = ({
  root,
  spanCount,
  errorCount,
  services,
  isDocument,
}: TraceSummary): boolean =>
  root.kind === "server" &&
  errorCount === 0 &&
  spanCount <= mostSpans &&
  services.length === 1 &&
  !isDocument &&
  !writes.test(root.name) &&
  root.route !== undefined &&
  fileEnding.test(root.route);

const writes = /^(?:POST|PUT|PATCH|DELETE)\b/;
