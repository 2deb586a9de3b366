import type { AllowedPrivate } from "#server/domain/net/allowed-private.ts";
import { noPrivateAddresses, outgoingUrlFault } from "#server/domain/net/allowed-private.ts";
import { guardedLookup, type Resolve, resolveBySystem } from "./guarded-lookup.ts";
import { type Failed, type Hop, isFailed, requestOnce } from "./request-once.ts";

type OutgoingCall = {
  url: string;
  method?: string;
  headers?: { [name: string]: string };
  body?: string | Uint8Array;
  /** Total: name, connection, redirects, and the last byte. Default: 10 seconds. */
  timeoutMs?: number;
  /** Of the response body. Default: 1 MiB. */
  maxBytes?: number;
  /** Maximum number of redirects. Default: 3. */
  redirects?: number;
  /**
   * A redirect that would turn a POST into a GET counts as no response, because the body would be
   * lost.
   */
  redirectsKeepBody?: boolean;
};

type OutgoingAnswer = {
  status: number;
  headers: { [name: string]: string };
  body: Buffer;
  url: string;
};

/**
 * Why there is no response. `refused`: the address is not allowed. The others are network errors.
 */
type OutgoingFailure = Failed;

/** The only way to call addresses that users entered: webhooks, sign-in providers. Never throws. */
export type Outgoing = (call: OutgoingCall) => Promise<OutgoingAnswer | OutgoingFailure>;

type OutgoingDeps = { allowed?: AllowedPrivate; resolve?: Resolve };

/**
 * Calls only http(s) addresses that are public or allowed. Each redirect is checked like the first
 * address, and the socket connects to exactly the checked address (`guarded-lookup.ts`).
 */
export function createOutgoing({
  allowed = noPrivateAddresses,
  resolve = resolveBySystem,
}: OutgoingDeps = {}): Outgoing {
  const lookup = guardedLookup(resolve, allowed);
  return async ({
    timeoutMs = 10_000,
    maxBytes = 1024 * 1024,
    redirects = 3,
    redirectsKeepBody = false,
    ...call
  }) => {
    const signal = AbortSignal.timeout(timeoutMs);
    let hop: Hop = { method: "GET", headers: {}, ...call };
    for (let left = redirects; ; left--) {
      const fault = outgoingUrlFault(hop.url, allowed);
      const where = hop.url === call.url ? "" : `The URL redirects to ${hop.url}. `;
      if (fault !== undefined) return { failed: "refused", detail: where + fault };
      const answer = await requestOnce(hop, { lookup, signal, maxBytes });
      if (isFailed(answer)) return answer;
      const next = redirected(hop, answer);
      if (!next) return { ...answer, url: hop.url };
      if (isFailed(next)) return next;
      if (redirectsKeepBody && next.method !== hop.method)
        return { failed: "redirects", detail: lost(answer.status) };
      if (left === 0)
        return { failed: "redirects", detail: `The URL redirects more than ${redirects} times.` };
      hop = next;
    }
  };
}

const lost = (status: number) =>
  `The URL redirects with ${status}, which drops the body. Enter the final URL.`;

export function isOutgoingFailure(
  result: OutgoingAnswer | OutgoingFailure,
): result is OutgoingFailure {
  return "failed" in result;
}

/** The response's redirect target, if any, by the rules of the fetch standard. */
function redirected(
  hop: Hop,
  { status, headers }: Omit<OutgoingAnswer, "url">,
): Hop | Failed | undefined {
  const location = headers["location"];
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined;
  if (!URL.canParse(location, hop.url))
    return { failed: "redirects", detail: "The URL redirects without a target." };
  const from = new URL(hop.url);
  const to = new URL(location, hop.url);
  if (from.protocol === "https:" && to.protocol === "http:")
    return { failed: "refused", detail: "The URL redirects from https to http." };
  const keepsBody =
    status === 307 || status === 308 || hop.method === "GET" || hop.method === "HEAD";
  const next = keepsBody ? hop : { url: hop.url, method: "GET", headers: hop.headers };
  // Credentials for one host are not sent to another.
  const headersThere = from.origin === to.origin ? next.headers : withoutSecrets(next.headers);
  return { ...next, headers: headersThere, url: to.href };
}

function withoutSecrets(headers: Hop["headers"]): Hop["headers"] {
  // A webhook's signature authenticates its body to the receiver. It is not a secret.
  const isHarmless = /^(?:accept|content-type|user-agent|idempotency-key|webhook-\w+)$/i;
  const kept = Object.entries(headers).filter(([name]) => isHarmless.test(name));
  return Object.fromEntries(kept);
}
