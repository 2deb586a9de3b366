import type { CountedName } from "#server/domain/trace/terms/trace-part.ts";

/**
 * Traces on their way from the thread that read them to the one that stores them: a few long values
 * instead of forty objects each, which that other thread would hold from when they are read until
 * it is their turn.
 */
export type PackedTraces = {
  count: number;
  /** What is known of each trace, in the order of `Packer.trace`. */
  numbers: Float64Array<ArrayBuffer>;
  /**
   * The ids, in the order of the numbers, sixteen or 32 hex digits each. As texts they lay in the
   * reader's heap until all was packed.
   */
  digits: Uint8Array<ArrayBuffer>;
  /**
   * Texts, lists of terms and names come again and again: what is said of a trace are their
   * numbers.
   */
  texts: string[];
  lists: (readonly string[])[];
  names: CountedName[];
  /** What the parts' bytes are in. */
  buffers: ArrayBufferLike[];
};

/** By their numbers. */
export const categories = ["span", "transaction"] as const;
