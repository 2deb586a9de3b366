/** A fuzzed parser: its real input, and how it reads. */
export type Target = {
  name: string;
  /** Real samples to mutate. */
  seeds: readonly (string | Uint8Array)[];
  /** Words with a meaning for this parser, to insert. */
  words?: readonly string[];
  /** Reads like the product and checks the declared result. Any exception is a finding. */
  read: (bytes: Buffer) => unknown;
};

/** Input of a text parser. */
export const ofText =
  (read: (text: string) => unknown): Target["read"] =>
  (bytes) =>
    read(bytes.toString("utf8"));
