import type { IssueId, TraceId } from "#server/domain/ids.ts";

/** What a link shows to whoever has it. */
export type ShareTarget = { kind: "issue"; issueId: IssueId } | { kind: "trace"; traceId: TraceId };

/** A shared trace is read and drawn for people whom nobody has asked who they are: what would take long is not. */
export const mostSharedSpans = 5_000;

/** True once the link opens nothing any more. */
export const hasEnded = ({ expiresAt }: { expiresAt?: number }, now: number): boolean =>
  expiresAt !== undefined && expiresAt <= now;
