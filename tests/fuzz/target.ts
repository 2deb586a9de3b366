/** A parser under fire: what it is really sent, and how it reads. */
export type Target = {
  name: string;
  /** Real samples, which mutations begin with. */
  seeds: readonly (string | Uint8Array)[];
  /** Words that mean something to this parser, to be strewn in. */
  words?: readonly string[];
  /** Reads as the product does and holds the answer against what is declared. Whatever it throws is a finding. */
  read: (bytes: Buffer) => unknown;
};

/** What a parser of texts is given. */
export const ofText =
  (read: (text: string) => unknown): Target["read"] =>
  (bytes) =>
    read(bytes.toString("utf8"));
