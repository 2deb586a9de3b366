/**
 * One export: 60 kB at most, since browsers let no more than 64 KiB go out behind a page that is
 * being left.
 */
const bodyLimit = 55_000;
const delayMs = 2000;
/** Telemetry of a page whose receiver is away must not fill its memory. */
const capacity = 1000;

export type Outbox = { add(item: string): void; flush(): void };

/**
 * Gathers encoded items and posts them a little later, at once when the page is hidden: it may not
 * come back. `post` must not throw.
 */
export function createOutbox(post: (items: string[]) => void): Outbox {
  let waiting: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function add(item: string): void {
    if (waiting.length >= capacity) return;
    waiting.push(item);
    timer ??= setTimeout(flush, delayMs);
    // What is measured while the page goes away comes after the flush that its going caused.
    if (document.visibilityState === "hidden") queueMicrotask(flush);
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const items = waiting;
    waiting = [];
    for (const batch of bySize(items)) post(batch);
  }

  document.addEventListener(
    "visibilitychange",
    () => document.visibilityState === "hidden" && flush(),
  );
  addEventListener("pagehide", flush);
  return { add, flush };
}

/** Runs of items that fit into one body; one that fits into none goes by itself. */
export function bySize(items: string[], limit = bodyLimit): string[][] {
  const batches: string[][] = [];
  let room = 0;
  for (const item of items) {
    if (item.length > room) {
      batches.push([]);
      room = limit;
    }
    batches.at(-1)!.push(item);
    room -= item.length;
  }
  return batches;
}
