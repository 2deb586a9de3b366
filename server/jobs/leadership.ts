import type { LeaseStore } from "#server/storage/processes/lease-store.ts";

/** One lease for all the clock's work: its holder does all of it, and the others wait. */
const leaseName = "clock";
/** So long scheduled work pauses after its process was killed. */
const leaseMs = 15_000;
/** It is prolonged once a third of it is over; who has not got it asks as often. */
const renewMs = leaseMs / 3;

type Leadership = {
  /** Whether this process does the clock's work now. Asked as often as one likes. */
  isMine(): Promise<boolean>;
  /** Lets another one begin at once. */
  giveBack(): Promise<void>;
};

/**
 * Which of several processes does the work that is done once for all. A process that hangs may
 * believe for a moment too long that it leads: each job is safe to be done twice at once, by rows
 * that are locked or written once; the lease spares work.
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
    // What failed is asked again at the next turn.
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
