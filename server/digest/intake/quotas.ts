import { isNodeAway } from "#server/domain/health/disk-cause.ts";
import type { Project } from "#server/domain/project/project.ts";
import {
  type QuotaKind,
  quotaKindOf,
  usedOfQuotas,
  utcDayOf,
} from "#server/domain/project/quota.ts";
import type { Store } from "#server/storage/store.ts";
import type { QuotaUse } from "./admission-state.ts";
import type { SharedRates } from "./shared-rates.ts";

/**
 * Quota used by projects on this UTC day: read from outcomes once a day, then counted here together
 * with what other processes report.
 */
export type Quotas = {
  /**
   * Uses `quantity` of the category. Returns false, and uses nothing, if the day's quota is
   * exhausted.
   */
  take(project: Project, category: string, quantity: number, at: number): Promise<boolean>;
  /** Reads a project's usage before its first request needs it. */
  prepare(project: Project, at: number): Promise<void>;
  /** Usage of a day as known so far, for a process that starts while outcomes can't be read. */
  known(day: number): [Project["id"], QuotaUse][];
  /**
   * Outcomes can be read again and include what this process accepted, so the assumed usage is
   * dropped.
   */
  forgetAssumed(): void;
};

export type QuotaDeps = {
  outcomes: Pick<Store["outcomes"], "read">;
  shared: Pick<SharedRates, "took" | "follow">;
  /** During an outage, usage is the last known value plus what arrived since. */
  isAway: () => boolean;
  /** Usage of a day from an earlier process. */
  before?: { day: number; used: [Project["id"], QuotaUse][] } | undefined;
};

type Usage = { day: number; used: Promise<QuotaUse>; settled?: QuotaUse; until?: number };
type Read = { use: QuotaUse; isAssumed: boolean; isNodesFault?: boolean };

/** How long the usage of a project is assumed if its cluster node doesn't respond. */
const assumedMs = 30_000;

export function createQuotas({ outcomes, shared, isAway, before }: QuotaDeps): Quotas {
  const usages = new Map<Project["id"], Usage>();
  const assumed = new Set<Project["id"]>();
  const usedBefore = new Map(before?.used);

  function usageOf({ id }: Project, at: number): Usage["used"] {
    const day = utcDayOf(at);
    const known = usages.get(id);
    if (known?.day === day && (known.until ?? Infinity) > at) return known.used;
    const usage: Usage = {
      day,
      used: read(id, day).then(({ use, isAssumed, isNodesFault }) => {
        if (isAssumed) assumed.add(id);
        if (isNodesFault) usage.until = at + assumedMs;
        return followed(id, use);
      }),
    };
    const { used } = usage;
    usages.set(id, usage);
    used.then(
      (settled) => (usage.settled = settled),
      // A failed read is retried with the next request.
      () => usages.delete(id),
    );
    return used;
  }

  async function read(id: Project["id"], day: number): Promise<Read> {
    if (isAway()) return lastKnown(id, day);
    const reading = outcomes.read(id, day);
    reading.catch(() => undefined);
    try {
      for (;;) {
        const entries = await soon(reading);
        if (entries) return { use: usedOfQuotas(entries), isAssumed: false };
        if (isAway()) return lastKnown(id, day);
      }
    } catch (error) {
      if (isAway()) return lastKnown(id, day);
      if (isNodeAway(error)) return { ...lastKnown(id, day), isNodesFault: true };
      throw error;
    }
  }

  function lastKnown(id: Project["id"], day: number): Read {
    const known = before?.day === day ? usedBefore.get(id) : undefined;
    return { use: known ? { ...known } : usedOfQuotas([]), isAssumed: true };
  }

  function followed(id: Project["id"], used: QuotaUse): QuotaUse {
    for (const kind of Object.keys(used) as QuotaKind[])
      shared.follow(quotaName(id, kind), (taken) => void (used[kind] += taken));
    return used;
  }

  return {
    async take(project, category, quantity, at) {
      const kind = quotaKindOf(category);
      const quota = kind && project.settings.quotas[kind];
      if (quota === undefined) return true;
      const used = await usageOf(project, at);
      if (used[kind!] >= quota) return false;
      used[kind!] += quantity;
      shared.took(quotaName(project.id, kind!), quantity);
      return true;
    },
    prepare: async (project, at) => void (await usageOf(project, at)),
    known: (day) =>
      [...usages].flatMap(([id, usage]) =>
        usage.day === day && usage.settled ? [[id, usage.settled]] : [],
      ),
    forgetAssumed() {
      for (const id of assumed) usages.delete(id);
      assumed.clear();
    },
  };
}

/** A server that disappeared neither responds nor rejects, so requests wait only this long. */
const soonMs = 1_000;

async function soon<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const later = new Promise<undefined>(
    (resolve) => (timer = setTimeout(resolve, soonMs, undefined)),
  );
  return Promise.race([work, later]).finally(() => clearTimeout(timer));
}

const quotaName = (id: Project["id"], kind: QuotaKind) => `${id} ${kind}`;
