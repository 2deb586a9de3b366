import { exceptionsOf } from "#server/domain/trace/failure.ts";
import type { Span } from "#server/domain/trace/span.ts";
import type { AskedAboutTrace } from "../require-trace.ts";
import { eventIdOf, type IssueLink, issueOfEvent } from "../trace-failures.ts";

/** The issue that the span's last exception was counted in; an exception is one event however many spans tell of it. */
export async function issueOfSpan(asked: AskedAboutTrace, span: Span): Promise<IssueLink | undefined> {
  for (const exception of exceptionsOf(span).toReversed()) {
    const issue = await issueOfEvent(asked, eventIdOf(asked, exception));
    if (issue) return issue;
  }
  return undefined;
}
