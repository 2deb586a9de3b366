import type { Exception } from "./error-event.ts";

// React wraps errors during rendering and hydration, and only states that it recovered.
const reactWrapper =
  /^There was an error (?:during concurrent rendering|while hydrating)|^Minified React error #(?:422|423|520)\b/;

/** The exception for the title: the outermost, unless it is a meaningless wrapper. */
export function titleException(exceptions: Exception[]): Exception | undefined {
  const [outer, cause] = exceptions;
  return cause && reactWrapper.test(outer?.value ?? "") ? cause : outer;
}
