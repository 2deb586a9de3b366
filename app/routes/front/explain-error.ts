import { isRouteErrorResponse } from "react-router";
import { refusalOf } from "./refusal.ts";

/**
 * An error as worded on the page. `isOurs`: the server failed. `traceId`: of the failed request.
 */
export type Explained = {
  status?: number;
  heading: string;
  sentence: string;
  advice: string;
  canRetry?: boolean;
  isOurs?: boolean;
  traceId?: string;
};

/**
 * Only a server response is shown as such: any other error in a script is a lost connection or a
 * bug in the page.
 */
export function explain(error: unknown): Explained {
  if (!isRouteErrorResponse(error)) return isLostConnection(error) ? offline : bug;
  const { status } = error;
  const { detail, frame } = refusalOf(error);
  const traceId = frame?.traceId;
  if (status === 503 && detail !== undefined) return { ...tookTooLong, status, sentence: detail };
  if (status >= 500) return { ...bug, status, traceId };
  const known = headings[status] ?? invalid;
  return { ...known, status, sentence: detail ?? known.sentence };
}

/** Browsers' messages for a request without a response. */
const isLostConnection = (error: unknown) =>
  error instanceof TypeError && /fetch|network|load failed/i.test(error.message);

const offline: Explained = {
  heading: "No connection",
  sentence: "The server did not respond. Nothing was changed.",
  advice: "",
  canRetry: true,
};

const bug: Explained = {
  heading: "This page failed to load",
  sentence: "The error was logged. Ingestion is not affected.",
  advice: "If it happens again, report the trace ID to your administrator.",
  canRetry: true,
  isOurs: true,
};

const tookTooLong = {
  heading: "This view took too long",
  advice: "Other pages are not affected.",
  canRetry: true,
};

const invalid: Explained = {
  heading: "Invalid request",
  sentence: "This page doesn't accept this request.",
  advice: "Go back, reload the page, and submit the form again.",
};

const headings: { [status: number]: Explained } = {
  403: {
    heading: "Access denied",
    sentence: "Your role does not allow that.",
    advice: "Ask an owner for the role you need.",
  },
  404: {
    heading: "Page not found",
    sentence: "It doesn't exist, or you don't have access.",
    advice: "Check the URL.",
  },
  413: {
    heading: "Form too large",
    sentence: "The form exceeds the size limit. Nothing was changed.",
    advice: "Go back, shorten the text, and submit the form again.",
  },
};
