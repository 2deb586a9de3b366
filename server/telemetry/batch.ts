type BatchOptions<Item> = {
  /** Receives up to `size` items. Rejections are counted and ignored. */
  send: (items: Item[]) => unknown;
  /** Maximum queue length. Further items are dropped and counted. */
  capacity?: number;
  size?: number;
  delayMs?: number;
};

export type Batch<Item> = {
  add(item: Item): void;
  /** Resolves when all items added so far are sent or lost. */
  flush(): Promise<void>;
  /** Number of items lost because the queue was full or sending failed. */
  dropped(): number;
};

/**
 * Collects items and sends them later, one batch at a time. `add` costs a push and never throws:
 * request handlers don't wait for the receiver or see its errors.
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
