import type { Problem } from "#server/domain/problem.ts";
import type { WrongLine } from "./parse-rules.ts";

/** Errors of rules for a form: one sentence per line. */
export function wrongRules(wrong: readonly WrongLine[]): Problem {
  return { problem: "invalid", detail: wrong.map(wrongLine).join(" ") };
}

const wrongLine = ({ line, word, why }: WrongLine) =>
  word ? `Line ${line}, at ${word}: ${why}` : `Line ${line}: ${why}`;
