import { hash } from "node:crypto";

// 52 bits, an exact number: with a million users of one issue, the chance of counting one too few
// is 1 in 9,000. Users can't be identified from it.
export const userHash = (user: string): number =>
  Number.parseInt(hash("sha256", user).slice(0, 13), 16);
