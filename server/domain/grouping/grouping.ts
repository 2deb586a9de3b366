import type { FamilyName } from "#server/domain/event/family.ts";
import type { FingerprintHash } from "#server/domain/ids.ts";

/** Bumped when the same event would get another hash; old hashes stay on their issues. */
export type GroupingAlgorithm = "v1";

/** Why an event belongs to its issue, readable without knowing the algorithm. */
export type Grouping = {
  algorithm: GroupingAlgorithm;
  /** The key under which the event finds its issue. */
  hash: FingerprintHash;
  /** Which part of the event decided. */
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
  /** Which known failure it is, in the words of any runtime. */
  family?: FamilyName;
  /** The rule of the project that decided, as it read then. */
  rule?: string;
  /** One plain sentence: "the same exception type and in-app frames". */
  sentence: string;
  /** What went into the hash, and what did not and why, in reading order. */
  parts: GroupingPart[];
};

export type GroupingPart = {
  /** `exception type`, `frame`, `message`, `fingerprint`. */
  label: string;
  value: string;
  counts: boolean;
  /** Why it does not count, or how it was changed before it did. */
  remark?: string;
};
