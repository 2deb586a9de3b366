import type { KeyStore } from "#server/storage/projects/project-store.ts";

/** Last use of keys, to the minute; written at most once a minute per key. */
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
        // Written when the database responds again, so the last use may be earlier than the outage.
        due = new Map([...gathered, ...due]);
        throw error;
      }
    },
  };
}
