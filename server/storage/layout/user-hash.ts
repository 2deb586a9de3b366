import { hash } from "node:crypto";

// 52 bits, which a number holds exactly: among a million users of one issue the chance of counting
// one too few is 1 in 9,000, and who they are cannot be read from what is kept.
export const userHash = (user: string): number =>
  Number.parseInt(hash("sha256", user).slice(0, 13), 16);
