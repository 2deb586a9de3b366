import { data, type HeadersArgs } from "react-router";
import { type WrongForm, wrongForm } from "#server/domain/form/read-form.ts";
import type { Problem } from "#server/domain/problem.ts";
import { statusOf } from "#server/domain/problem-status.ts";

/** The form again with a command's error: at `field`, or above the form. */
export function refused(problem: Problem, values: WrongForm["values"], field = "form") {
  return data(wrongForm({ [field]: problem.detail }, values), {
    status: statusOf(problem),
    headers: waitOf(problem),
  });
}

/**
 * The `headers` export of pages with such forms: the router drops a response's headers otherwise.
 */
export function keepRetryAfter({ actionHeaders, loaderHeaders }: HeadersArgs): Headers {
  const wait = actionHeaders.get("Retry-After") ?? loaderHeaders.get("Retry-After");
  return new Headers(wait === null ? {} : { "Retry-After": wait });
}

export function waitOf({ retryAfterS }: Problem): Record<string, string> {
  return retryAfterS === undefined ? {} : { "Retry-After": String(retryAfterS) };
}
