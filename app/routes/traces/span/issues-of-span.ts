import type { SpanId } from "#server/domain/ids.ts";
import type { AskedAboutTrace } from "../require-trace.ts";
import { type IssueLink, issuesBySpan, joinedErrors } from "../trace-failures.ts";

/** The issues of what failed in the span, or went through it. */
export async function issuesOfSpan(asked: AskedAboutTrace, spanId: SpanId): Promise<IssueLink[]> {
  const errors = await joinedErrors(asked);
  const along = errors.map(({ spanIds, error, ...rest }) => ({
    ...rest,
    spanIds: [...spanIds, ...(error?.passedThrough ?? [])],
  }));
  return issuesBySpan(along)[spanId] ?? [];
}
