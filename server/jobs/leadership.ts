import type { LeaseStore } from "#server/storage/processes/lease-store.ts";

/** One lease for all scheduled work: its holder does all of it. */
const leaseName = "clock";
/** How long scheduled work pauses after its process was killed. */
const leaseMs = 15_000;
/** Renewed after a third of its duration. Other processes ask as often. */
const renewMs = leaseMs / 3;

type Leadership = {
  /** Whether this process does the scheduled work now. Cheap to call. */
  isMine(): Promise<boolean>;
  /** Releases the lease so that another process can start immediately. */
  giveBack(): Promise<void>;
};

/**
 * Decides which of several processes does work that runs once for all. A hanging process may
 * briefly believe that it still leads, so each job must be safe to run twice at once, with row
 * locks or unique rows. The lease only saves work.
 */
export function createLeadership(
  leases: LeaseStore,
  holder: string,
  now: () => number,
): Leadership {
  let hasEnded = false;
  let asked: { at: number; answer: Promise<boolean> } | undefined;

  function ask(at: number): Promise<boolean> {
    const answer = leases.take(leaseName, { holder, now: at, until: at + leaseMs });
    // A failed request is retried on the next turn.
    answer.catch(() => (asked = undefined));
    return answer;
  }

  return {
    isMine() {
      const at = now();
      if (hasEnded) return Promise.resolve(false);
      if (!asked || at - asked.at >= renewMs || at < asked.at) asked = { at, answer: ask(at) };
      return asked.answer;
    },
    async giveBack() {
      hasEnded = true;
      const wasMine = await asked?.answer.catch(() => false);
      if (wasMine) await leases.giveBack(leaseName, holder);
    },
  };
}
