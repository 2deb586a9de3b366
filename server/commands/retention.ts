import { gibText } from "#server/domain/retention/gib-text.ts";
import type { RetentionCommands } from "#server/retention-services.ts";
import type { Store } from "#server/storage/store.ts";
import { audit } from "./audit.ts";

/** It takes effect within seconds: what is beyond the new limits goes then, and does not come back. */
export function retentionCommands(parts: { store: Store; now: () => number }): RetentionCommands {
  return {
    async changeRetention({ asker }, limits) {
      await parts.store.retention.setLimits(limits);
      const { eventDays, rollupDays, telemetryBytes } = limits;
      const size = telemetryBytes === undefined ? "no size limit" : `${gibText(telemetryBytes)} GiB`;
      const detail = `events ${eventDays} days, rollups ${rollupDays} days, ${size}`;
      await audit(parts, asker, { kind: "settings-changed", about: "retention", detail });
    },
  };
}
