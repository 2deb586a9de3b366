import { retryAfterMs } from "#server/domain/delivery/back-off.ts";
import { type Outcome, outcomeOf } from "#server/domain/delivery/outcome.ts";
import type { Outgoing } from "#server/outgoing/outgoing.ts";

type Post = { url: string; headers: { [name: string]: string }; body: string };

const timeoutMs = 10_000;
const answerBytes = 64 * 1024;

/**
 * Sends a POST through the address guard. Follows redirects that preserve the method and checks
 * each address.
 */
export async function postJson(
  outgoing: Outgoing,
  { url, headers, body }: Post,
  now: () => number,
): Promise<Outcome> {
  const answer = await outgoing({
    url,
    method: "POST",
    body,
    timeoutMs,
    maxBytes: answerBytes,
    redirectsKeepBody: true,
    headers: { "content-type": "application/json", ...headers },
  });
  if (!("failed" in answer)) {
    const wait = retryAfterMs(answer.headers["retry-after"], now());
    return outcomeOf(answer.status, answer.body.toString(), wait);
  }
  const isForGood = answer.failed === "refused" || answer.failed === "redirects";
  return { kind: isForGood ? "failed" : "unsettled", answer: answer.detail };
}
