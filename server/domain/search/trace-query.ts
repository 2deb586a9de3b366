/** What the search box of the trace list means. Parsed by `parseTraceQuery`; all terms must hold. */
export type TraceQuery = {
  /** `key:value` on any span of the trace: answered by the index where the key is indexed, by reading spans otherwise. */
  terms: AttributeTerm[];
  /** Of the whole trace, milliseconds. */
  durationMs?: { atLeast?: number; atMost?: number };
  /** true: has a failed span; false: has none. */
  failed?: boolean;
  /** All of these in the root's name, without case. */
  words: string[];
};

export type AttributeTerm = { key: string; value: string; negated: boolean };
