import type { ErrorEvent } from "./error-event.ts";
import { firstLine } from "./first-line.ts";
import { titleException } from "./title-exception.ts";

const maxType = 256;
const maxValue = 1_000;

type Title = { type: string; value: string };

/**
 * The title of an event: type and first line of its outermost exception; only the message if there
 * is no type (newer SDKs send a message as an exception without one). A grouping rule may set
 * another title.
 */
export function titleOf(event: ErrorEvent): Title {
  if (event.ruled?.title) return { type: "", value: shortLine(event.ruled.title.text) };
  if (event.csp)
    return {
      type: "",
      value: `Blocked '${event.csp.directive}' from '${blockedOrigin(event.csp.blockedUri)}'`,
    };
  const exception = titleException(event.exceptions);
  if (!exception) return { type: "", value: shortLine(event.message ?? innermostFunction(event)) };
  return {
    type: (exception.type ?? "").slice(0, maxType),
    value: shortLine(exception.value ?? event.message ?? ""),
  };
}

/** A URL without parts that differ by page view; words such as `inline` are unchanged. */
export function blockedOrigin(uri: string): string {
  if (/^https?:|^wss?:/i.test(uri) && URL.canParse(uri)) return new URL(uri).origin;
  return /^([a-z][a-z0-9+.-]*):/i.exec(uri)?.[1]?.toLowerCase() ?? uri;
}

function shortLine(text: string): string {
  const line = firstLine(text);
  return line.length > maxValue ? `${line.slice(0, maxValue - 3)}...` : line;
}

const innermostFunction = ({ threads }: ErrorEvent) => threads[0]?.frames[0]?.function ?? "";
