/** Result of an attempt; `answer`: a sentence for the history. */
export type Outcome =
  | { kind: "delivered"; answer: string }
  /** A retry may succeed. */
  | { kind: "unsettled"; answer: string; retryAfterMs?: number }
  | { kind: "failed"; answer: string };

const shownCharacters = 200;

/** 4xx is a permanent failure, except temporary ones (RFC 9110 15.5.9, RFC 8470, RFC 6585). */
const ofTheMoment = [408, 425, 429];

/** The meaning of an HTTP response. */
export function outcomeOf(status: number, body: string, retryAfterMs?: number): Outcome {
  const answer = `The server responded with ${status}${shortened(body)}.`;
  if (status >= 200 && status < 300) return { kind: "delivered", answer };
  if (status < 500 && !ofTheMoment.includes(status)) return { kind: "failed", answer };
  return { kind: "unsettled", answer, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** The first words of a body, on one line. */
function shortened(body: string): string {
  const words = body.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
  if (words === "") return "";
  const shown = words.length > shownCharacters ? `${words.slice(0, shownCharacters)}…` : words;
  return `: ${shown.replace(/\.$/, "")}`;
}
