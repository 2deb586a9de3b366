import type { Doer } from "#server/domain/people/audit.ts";
import { gibText } from "#server/domain/retention/gib-text.ts";
import { daysOfRules, type RetentionLimits } from "#server/domain/retention/limits.ts";
import type { Store } from "#server/storage/store.ts";
import { audit } from "./audit.ts";

type Deps = { store: Store; now: () => number };

/** Takes effect within seconds. Data beyond the new limits is deleted permanently. */
export async function changeRetention(
  deps: Deps,
  { asker }: Doer,
  limits: RetentionLimits,
): Promise<void> {
  await deps.store.retention.setLimits(limits);
  const { telemetryBytes } = limits;
  const size = telemetryBytes === undefined ? "no size limit" : `${gibText(telemetryBytes)} GiB`;
  const detail = `${daysOfRules(limits)}, ${size}`;
  await audit(deps, asker, { kind: "settings-changed", about: "retention", detail });
}
