import type { IssueId, TraceId } from "#server/domain/ids.ts";

/** The object of a share link. */
export type ShareTarget = { kind: "issue"; issueId: IssueId } | { kind: "trace"; traceId: TraceId };

/** A shared trace is rendered without authentication: slow work is refused. */
export const mostSharedSpans = 5_000;

/** True after the link has expired. */
export const hasEnded = ({ expiresAt }: { expiresAt?: number }, now: number): boolean =>
  expiresAt !== undefined && expiresAt <= now;
