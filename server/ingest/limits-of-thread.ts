import { createInboundFilters } from "./inbound-filters.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import type { MakeRoom } from "./otlp/scan/assemble.ts";
import { createScanMemory } from "./otlp/scan/vocabulary.ts";
import { createKnownStacks } from "./sentry/known-stacks.ts";
import { rememberFailedLoads } from "./sentry/spans/failed-navigations.ts";

/** Limits and caches of a thread that reads requests. `room`: allocates the parts of a request. */
export function limitsOfThread(room?: MakeRoom): Limits {
  return {
    ...defaultLimits,
    stacks: createKnownStacks(),
    scanned: createScanMemory(room && { room }),
    filters: createInboundFilters(),
    failedLoads: rememberFailedLoads(),
  };
}
