import type { Attributes, SpanKind } from "#server/domain/trace/span.ts";

const addressKeys = ["url.full", "url.path", "http.url", "url"] as const;
/** Of React Router's and Remix's single fetch, and of Remix before it. */
const dataAddress = /^[^?#]*\.data(?:[?#]|$)|[?&]_data=/;

/** Whether a router asked its server for the data of a page. */
export const isDataRequest = (attributes: Attributes): boolean =>
  addressKeys.some((key) => {
    const address = attributes[key];
    return typeof address === "string" && dataAddress.test(address);
  });

/**
 * A loader that throws `data(404)` answers; SDKs take its status for a failure of the browser's
 * request. By status first: the address of few spans is read.
 */
export const mayBeAnswer = (kind: SpanKind, httpStatus: number | undefined): boolean =>
  kind === "client" && httpStatus !== undefined && httpStatus >= 400 && httpStatus < 500;
