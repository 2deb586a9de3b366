import type { KeyStore } from "#server/storage/projects/project-store.ts";

/** When keys were last used, to the minute: written at most once a minute for each. */
export type KeyUses = { note(publicKey: string, at: number): void; flush(): Promise<void> };

const coarseMs = 60_000;

export function createKeyUses(keys: Pick<KeyStore, "used">): KeyUses {
  const written = new Map<string, number>();
  let due = new Map<string, number>();
  return {
    note(publicKey, at) {
      if (at - (written.get(publicKey) ?? -Infinity) >= coarseMs) due.set(publicKey, at);
    },
    async flush() {
      if (due.size === 0) return;
      const uses = [...due].map(([publicKey, at]) => ({ publicKey, at }));
      const gathered = due;
      due = new Map();
      for (const { publicKey, at } of uses) written.set(publicKey, at);
      try {
        await keys.used(uses);
      } catch (error) {
        // Written once the database takes it: the last use is then the one before the outage, or
        // one in it.
        due = new Map([...gathered, ...due]);
        throw error;
      }
    },
  };
}
