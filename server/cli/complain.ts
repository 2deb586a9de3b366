/** What a command could not do; `code` names it for programs. */
type Complaint = { detail: string; code: string; causes?: string[] };

/**
 * A sentence on standard error, or with `--json` one line of JSON: the same shape as errors over
 * HTTP.
 */
export function complain({ detail, code, causes = [] }: Complaint, json: boolean): void {
  const sentence = [detail, ...causes.slice(1)].join(" ");
  process.stderr.write(
    json ? `${JSON.stringify({ detail, code, causes })}\n` : `spoor: ${sentence}\n`,
  );
}

export const wantsJson = (words: readonly string[]): boolean => words.includes("--json");

export const wantsHelp = (words: readonly string[]): boolean =>
  words.includes("--help") || words.includes("-h");

/**
 * What was thrown: configuration and databases name their failures, everything else is `failed`.
 */
export function complaintOf(error: unknown): Complaint {
  if (!(error instanceof Error)) return { detail: String(error), code: "failed" };
  const { code } = error as { code?: unknown };
  const isNamed = typeof code === "string" && /^[a-z]+(?:-[a-z]+)*$/.test(code);
  return { detail: error.message, code: isNamed ? code : "failed" };
}
