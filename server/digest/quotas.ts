import type { Project } from "#server/domain/project/project.ts";
import { type QuotaKind, quotaKindOf, usedOfQuotas, utcDayOf } from "#server/domain/project/quota.ts";
import type { Store } from "#server/storage/store.ts";
import type { SharedRates } from "./shared-rates.ts";

/**
 * What projects have taken of their quotas in this UTC day: read from the ledger once a day, counted here from then on, with what
 * other processes say that they let in.
 */
export type Quotas = {
  /** Takes `quantity` of the category; false, and nothing is taken, when the day's quota is used up. */
  take(project: Project, category: string, quantity: number, at: number): Promise<boolean>;
};

type Usage = { day: number; used: Promise<Record<QuotaKind, number>> };

export function createQuotas(
  ledger: Pick<Store["ledger"], "read">,
  shared: Pick<SharedRates, "took" | "follow">,
): Quotas {
  const usages = new Map<Project["id"], Usage>();

  function usageOf({ id }: Project, day: number): Usage["used"] {
    const known = usages.get(id);
    if (known?.day === day) return known.used;
    const used = ledger.read(id, day).then((entries) => followed(id, usedOfQuotas(entries)));
    usages.set(id, { day, used });
    // What could not be read is tried again with the next request.
    used.catch(() => usages.delete(id));
    return used;
  }

  function followed(id: Project["id"], used: Record<QuotaKind, number>): Record<QuotaKind, number> {
    for (const kind of Object.keys(used) as QuotaKind[])
      shared.follow(quotaName(id, kind), (taken) => void (used[kind] += taken));
    return used;
  }

  return {
    async take(project, category, quantity, at) {
      const kind = quotaKindOf(category);
      const quota = kind && project.settings.quotas[kind];
      if (quota === undefined) return true;
      const used = await usageOf(project, utcDayOf(at));
      if (used[kind!] >= quota) return false;
      used[kind!] += quantity;
      shared.took(quotaName(project.id, kind!), quantity);
      return true;
    },
  };
}

const quotaName = (id: Project["id"], kind: QuotaKind) => `${id} ${kind}`;
