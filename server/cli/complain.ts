/** A failed command; `code` identifies the error for programs. */
type Complaint = { detail: string; code: string; causes?: string[] };

/**
 * Prints a message to standard error, or with `--json` one line of JSON in the format of HTTP
 * errors.
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

/** The thrown error: configuration and database errors have codes, everything else is `failed`. */
export function complaintOf(error: unknown): Complaint {
  if (!(error instanceof Error)) return { detail: String(error), code: "failed" };
  const { code } = error as { code?: unknown };
  const isNamed = typeof code === "string" && /^[a-z]+(?:-[a-z]+)*$/.test(code);
  return { detail: error.message, code: isNamed ? code : "failed" };
}
