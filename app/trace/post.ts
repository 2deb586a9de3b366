/** Chromium refuses keepalive requests above 64 KiB in total. */
const keepaliveLimit = 60_000;

/** Responses that retries don't change: the key was revoked, or OTLP is not accepted there. */
const final = new Set([401, 403, 404, 405, 415]);

/**
 * Posts JSON without retries: lost telemetry is reported once in the console. Stops permanently
 * after a refusal.
 */
export function createPost(
  headers: Record<string, string>,
): (url: string, json: string) => Promise<void> {
  // Saved now, so that later wrappers of `fetch` don't see these requests.
  const plainFetch = fetch;
  let onTheWay = 0;
  let refused = false;
  let isTold = false;
  function tell(url: string, status?: number): void {
    if (isTold) return;
    isTold = true;
    // Messages are loaded only if needed.
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
      // Requests fail anyway when offline or leaving.
      if (navigator.onLine && document.visibilityState === "visible") tell(url);
    } finally {
      onTheWay -= body.byteLength;
    }
  };
}
