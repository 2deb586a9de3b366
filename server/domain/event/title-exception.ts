import type { Exception } from "./error-event.ts";

// React wraps what went wrong while it rendered or hydrated and says only that it recovered.
const reactWrapper =
  /^There was an error (?:during concurrent rendering|while hydrating)|^Minified React error #(?:422|423|520)\b/;

/**
 * The exception that names the event: the outermost, unless that is a wrapper which says nothing.
 */
export function titleException(exceptions: Exception[]): Exception | undefined {
  const [outer, cause] = exceptions;
  return cause && reactWrapper.test(outer?.value ?? "") ? cause : outer;
}
