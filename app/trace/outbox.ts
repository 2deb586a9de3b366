/** An export has at most 60 kB, because browsers limit requests of a page being left to 64 KiB. */
const bodyLimit = 55_000;
const delayMs = 2000;
/** Bounds memory if the receiver is unreachable. */
const capacity = 1000;

type Outbox = { add(item: string): void; flush(): void };

/**
 * Collects encoded items and posts them after a delay, or immediately when the page is hidden,
 * because it may not return. `post` must not throw.
 */
export function createOutbox(post: (items: string[]) => void): Outbox {
  let waiting: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function add(item: string): void {
    if (waiting.length >= capacity) return;
    waiting.push(item);
    timer ??= setTimeout(flush, delayMs);
    // Measurements while the page is being left arrive after its flush.
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

/** Runs of items that fit one body; an item that fits none is sent alone. */
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
