import type { IssueId, TraceId } from "#server/domain/ids.ts";

/** What a link shows to anyone who has it. */
export type ShareTarget = { kind: "issue"; issueId: IssueId } | { kind: "trace"; traceId: TraceId };

/** A shared trace is read and drawn without authentication: slow work is refused. */
export const mostSharedSpans = 5_000;

/** True once the link opens nothing any more. */
export const hasEnded = ({ expiresAt }: { expiresAt?: number }, now: number): boolean =>
  expiresAt !== undefined && expiresAt <= now;
