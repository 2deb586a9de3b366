/** Chromium refuses keepalive requests beyond 64 KiB on their way together. */
const keepaliveLimit = 60_000;

/** Answers that trying again will not change: the key was revoked, or nobody takes OTLP there. */
const final = new Set([401, 403, 404, 405]);

/** Posts JSON and forgets it: telemetry that gets lost is lost. Stops for good once the receiver says no. */
export function createPost(headers: Record<string, string>): (url: string, json: string) => Promise<void> {
  // Taken now: what wraps `fetch` later must not see this half's own requests.
  const plainFetch = fetch;
  let onTheWay = 0;
  let refused = false;
  return async (url, json) => {
    if (refused) return;
    const body = new TextEncoder().encode(json);
    onTheWay += body.byteLength;
    const init = { method: "POST", headers: { "content-type": "application/json", ...headers }, body };
    try {
      const response = await plainFetch(url, { ...init, keepalive: onTheWay <= keepaliveLimit });
      refused = final.has(response.status);
      // An unread body goes on counting against the limit.
      await response.arrayBuffer();
    } catch {
      // Offline, or leaving: there is nobody to tell.
    } finally {
      onTheWay -= body.byteLength;
    }
  };
}
