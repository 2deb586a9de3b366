import { ingestLimits } from "#server/digest/intake/ingest-limits.ts";
import { createIntake, type Intake } from "#server/digest/intake/intake.ts";
import { cacheKeys } from "#server/digest/intake/key-cache.ts";
import { createKeyUses, type KeyUses } from "#server/digest/intake/key-uses.ts";
import { knownUploads } from "#server/digest/intake/known-uploads.ts";
import { countedOutcomes } from "#server/digest/intake/outcome-counts.ts";
import { createQuotas, type Quotas } from "#server/digest/intake/quotas.ts";
import { createRateLimits } from "#server/digest/intake/rate-limits.ts";
import { type SharedRates, shareRates } from "#server/digest/intake/shared-rates.ts";
import { createTally, type Tally } from "#server/digest/names/tally.ts";
import { messageMemory } from "#server/digest/intake/wire.ts";
import { knownSender } from "#server/ingest/known-sender.ts";
import { allLost, withoutLimited } from "#server/ingest/limited.ts";
import { categoryOf, quantityOf } from "#server/ingest/request.ts";
import { limitsOfThread } from "#server/ingest/limits-of-thread.ts";
import { admit } from "#server/ingest/sentry/admit.ts";
import { admitUnread } from "#server/ingest/unread.ts";
import { understandWith } from "./understand-requests.ts";
import type { WorkerDigest } from "./worker-digest.ts";
import type { WorkerStore } from "./worker-store.ts";

/** From a request's bytes to the spool. */
export type WorkerIntake = {
  intake: Intake;
  tally: Tally;
  uses: KeyUses;
  quotas: Quotas;
  sharedRates: SharedRates;
  messages: ReturnType<typeof messageMemory>;
};

export function startIntake(worker: WorkerStore, digest: WorkerDigest): WorkerIntake {
  const { name, store, admission, report, elapsed } = worker;
  const { spool, queue, rush, rulebooks } = digest;
  const { byKey, known } = admission;
  const findKey = cacheKeys({ byKey, known, elapsed });
  const tally = createTally(
    countedOutcomes(store.outcomes, report.onOutcomes),
    digest.limits.lossReasons,
  );
  const uses = createKeyUses(store.keys);
  const sharedRates = shareRates({ rates: store.rates, process: name, now: Date.now });
  const quotas = createQuotas({
    outcomes: store.outcomes,
    shared: sharedRates,
    isAway: known.isAway,
    before: admission.before?.quotas,
  });
  const limits = limitsOfThread();
  const messages = messageMemory();
  const intake = createIntake({
    admit: (request) => admit(request, findKey, limits),
    admitUnread: (request) => admitUnread(request, findKey),
    knownSender: (request) => knownSender(request, findKey),
    understand: understandWith({
      rulebooks,
      mayHaveUploads: knownUploads(store.artifacts, Date.now),
    }),
    limit: ingestLimits({ rates: createRateLimits(sharedRates), quotas, categoryOf, quantityOf }),
    withoutLimited,
    allLost,
    spool,
    queue,
    rush,
    tally,
    uses,
    letGo: messages.letGo,
    troubles: report.troubles,
    onRefusal: report.onRefusal,
  });
  return { intake, tally, uses, quotas, sharedRates, messages };
}
