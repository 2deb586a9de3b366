import type { TraceSummary } from "./summary.ts";

/**
 * Extensions of static files that pages reference or browsers request. JSON, text, and documents
 * may be responses of an application.
 */
const file = String.raw`\.(?:m?js|css|map|wasm|webmanifest|png|jpe?g|gif|svg|ico|webp|avif|woff2?|ttf|otf|eot|mp4|webm|mp3)`;
export const fileEnding = new RegExp(`${file}$`, "i");
/** The same test on the text in `trace_shapes`, without parsing it. */
export const mayBeAsset = new RegExp(`${file}","server",`, "i");

/**
 * A framework's layers around a file have spans; a handler that generates an image also queries a
 * database.
 */
const mostSpans = 20;

/**
 * Whether a trace is only a server's request for a static file. SDKs that record every request,
 * such as OpenTelemetry's for Node.js, create a trace for each script and image. A failed one
 * counts as an ordinary trace.
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
