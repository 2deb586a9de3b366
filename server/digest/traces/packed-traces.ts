import type { CountedName } from "#server/domain/trace/terms/trace-part.ts";

/**
 * Traces on their way from the reading to the storing thread: a few long arrays instead of forty
 * objects per trace, which the storing thread would hold until their turn.
 */
export type PackedTraces = {
  count: number;
  /** The numbers of each trace, in the order of `Packer.trace`. */
  numbers: Float64Array<ArrayBuffer>;
  /**
   * The IDs, in the order of the numbers, 16 or 32 hexadecimal digits each. As strings, they would
   * stay in the reader's heap until all are packed.
   */
  digits: Uint8Array<ArrayBuffer>;
  /** Strings, term lists, and names repeat, so traces refer to them by number. */
  texts: string[];
  lists: (readonly string[])[];
  names: CountedName[];
  /** The memory of the parts' bytes. */
  buffers: ArrayBufferLike[];
};

/** Numbers of its terms. */
export const categories = ["span", "transaction"] as const;
