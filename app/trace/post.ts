/** Chromium refuses keepalive requests beyond 64 KiB on their way together. */
const keepaliveLimit = 60_000;

/**
 * Answers that trying again will not change: the key was revoked, or OTLP is not accepted there.
 */
const final = new Set([401, 403, 404, 405, 415]);

/**
 * Posts JSON and forgets it: telemetry that gets lost is lost, and the console says so once. Stops
 * for good once the receiver says no.
 */
export function createPost(
  headers: Record<string, string>,
): (url: string, json: string) => Promise<void> {
  // Taken now: what wraps `fetch` later must not see this half's own requests.
  const plainFetch = fetch;
  let onTheWay = 0;
  let refused = false;
  let isTold = false;
  function tell(url: string, status?: number): void {
    if (isTold) return;
    isTold = true;
    // Its sentences are loaded for those who need them.
    import("./undelivered.ts").then(({ warn }) => warn(url, status)).catch(() => {});
  }
  return async (url, json) => {
    if (refused) return;
    const body = new TextEncoder().encode(json);
    onTheWay += body.byteLength;
    const init = {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    };
    try {
      const response = await plainFetch(url, { ...init, keepalive: onTheWay <= keepaliveLimit });
      refused = final.has(response.status);
      if (!response.ok) tell(url, response.status);
      // An unread body still counts against the limit.
      await response.arrayBuffer();
    } catch {
      // Offline, or leaving, requests fail anyway.
      if (navigator.onLine && document.visibilityState === "visible") tell(url);
    } finally {
      onTheWay -= body.byteLength;
    }
  };
}
