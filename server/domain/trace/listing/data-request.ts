import type { Attributes, SpanKind } from "#server/domain/trace/span.ts";

const addressKeys = ["url.full", "url.path", "http.url", "url"] as const;
/** Of single fetch in React Router and Remix, and of older Remix. */
const dataAddress = /^[^?#]*\.data(?:[?#]|$)|[?&]_data=/;

/** Whether a router requested a page's data from its server. */
export const isDataRequest = (attributes: Attributes): boolean =>
  addressKeys.some((key) => {
    const address = attributes[key];
    return typeof address === "string" && dataAddress.test(address);
  });

/**
 * A loader that throws `data(404)` responds; SDKs record its status as a failed browser request.
 * Tests the status first, so that few URLs are read.
 */
export const mayBeAnswer = (kind: SpanKind, httpStatus: number | undefined): boolean =>
  kind === "client" && httpStatus !== undefined && httpStatus >= 400 && httpStatus < 500;
