type BatchOptions<Item> = {
  /** Takes up to `size` items; what it rejects with is counted and forgotten. */
  send: (items: Item[]) => unknown;
  /** What may wait at most: beyond it new items are dropped and counted. */
  capacity?: number;
  size?: number;
  delayMs?: number;
};

export type Batch<Item> = {
  add(item: Item): void;
  /** Resolves when everything added so far is sent or lost. */
  flush(): Promise<void>;
  /** How many were lost, for want of room or because sending failed. */
  dropped(): number;
};

/**
 * Gathers items and sends them a little later, one batch at a time. `add` costs a push and never
 * throws: code that is answering a request neither waits for the receiver nor hears of its
 * troubles.
 */
export function createBatch<Item>(options: BatchOptions<Item>): Batch<Item> {
  const { send, capacity = 4096, size = 512, delayMs = 1000 } = options;
  const waiting: Item[] = [];
  let lost = 0;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;

  function add(item: Item): void {
    if (waiting.length >= capacity) return void lost++;
    waiting.push(item);
    if (waiting.length === size) wake(0);
    else if (!timer) wake(delayMs);
  }

  function wake(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), ms).unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    sending ??= drain().finally(() => (sending = undefined));
    return sending;
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const items = waiting.splice(0, size);
      try {
        await send(items);
      } catch {
        lost += items.length;
      }
    }
  }

  return { add, flush, dropped: () => lost };
}
