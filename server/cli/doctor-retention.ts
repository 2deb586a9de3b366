import { daysOfRules } from "#server/domain/retention/limits.ts";
import { gibText } from "#server/domain/retention/gib-text.ts";
import type { Store } from "#server/storage/store.ts";
import { printBytes } from "./print-bytes.ts";
import { counted } from "#server/domain/count.ts";

/**
 * How long things are kept, and what that takes. Not well where telemetry is beyond its limit all
 * the same.
 */
export async function retentionFinding({ retention }: Pick<Store, "retention">) {
  const limits = await retention.limits();
  const { telemetryBytes } = limits;
  const days = await retention.days();
  const bytes = days.reduce((sum, day) => sum + day.bytes, 0);
  const size =
    telemetryBytes === undefined ? "no size limit" : `at most ${gibText(telemetryBytes)} GiB`;
  const kept = `${daysOfRules(limits)}, ${size}; ${counted(days.length, "day")} ${days.length === 1 ? "uses" : "use"} ${printBytes(bytes)}`;
  const ok = bytes <= (telemetryBytes ?? Infinity);
  return {
    check: "retention",
    ok,
    detail: ok ? kept : `${kept}. This is over the limit: today and yesterday are never deleted`,
  };
}
