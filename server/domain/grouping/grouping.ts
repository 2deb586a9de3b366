import type { FamilyName } from "#server/domain/event/family.ts";
import type { FingerprintHash } from "#server/domain/ids.ts";

/**
 * A part of every hash: another version gives every event another hash, and so another issue. A
 * change of a platform's rules keeps the version: events find their issue by the hash they had
 * before, too (`formerly` of `platform-rules`).
 */
export const algorithm = "v1";
export type GroupingAlgorithm = typeof algorithm;

/** Why an event belongs to its issue, readable without knowing the algorithm. */
export type Grouping = {
  algorithm: GroupingAlgorithm;
  /** The key by which the event finds its issue. */
  hash: FingerprintHash;
  /** Keys by earlier rules of the platform, if they differ. */
  formerly?: FingerprintHash[];
  /** The part of the event that decided. */
  basis:
    | "rule"
    | "client-fingerprint"
    | "family"
    | "in-app-frames"
    | "all-frames"
    | "exception"
    | "message"
    | "csp"
    | "nothing";
  /** The failure family, in the words of any runtime. */
  family?: FamilyName;
  /** The rule of the project that decided, as of that time. */
  rule?: string;
  /** One plain sentence: "the same exception type and in-app frames". */
  sentence: string;
  /** Used parts, and unused ones with the reason, in reading order. */
  parts: GroupingPart[];
};

export type GroupingPart = {
  /** `exception type`, `frame`, `message`, `fingerprint`. */
  label: string;
  value: string;
  counts: boolean;
  /** Why it is not used, or how it was changed. */
  remark?: string;
};
