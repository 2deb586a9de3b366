import { absorb } from "#server/digest/absorb.ts";
import type { DigestCheckIn } from "#server/digest/absorb-check-ins.ts";
import type { DigestSession } from "#server/digest/sessions/absorb-sessions.ts";
import type { DigestTrace } from "#server/digest/traces/absorb-traces.ts";
import { createBurstSampling } from "#server/digest/intake/burst-sampling.ts";
import { createRecentFailures } from "#server/digest/events/recent-failures.ts";
import type { DigestEvent } from "#server/digest/events/digest-event.ts";
import { createKnownNames } from "#server/digest/names/known-names.ts";
import { createRecentSessions } from "#server/digest/sessions/recent-sessions.ts";
import { createRecentSpans } from "#server/digest/traces/recent-spans.ts";
import { createSampleMemory } from "#server/digest/traces/sample-memory.ts";
import { emptyUnderstanding } from "#server/digest/understanding.ts";
import { type CardinalityLimits, limitsWith } from "#server/domain/cardinality/limits.ts";
import { exceededLimits } from "#server/domain/cardinality/over-limit.ts";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import type { ProjectId, SpanId } from "#server/domain/ids.ts";
import type { ScannedSpan } from "#server/domain/trace/terms/scanned-span.ts";
import { scannedSpan } from "#server/domain/trace/terms/scanned-span.fixture.ts";
import { tracePart } from "#server/domain/trace/terms/trace-part.ts";
import type { VitalChange } from "#server/storage/rollups/rollup-store.ts";
import type { Store } from "#server/storage/store.ts";
import { bodyOf, eventIdOf, hashOf, noon } from "#tests/storage/sample.ts";
import { traceIdOf } from "#tests/storage/traces/trace-sample.ts";

export type Sent = {
  events?: DigestEvent[];
  traces?: DigestTrace[];
  sessions?: DigestSession[];
  vitals?: VitalChange[];
  checkIns?: DigestCheckIn[];
  outcomes?: OutcomeEntry[];
};

let offset = 0;

/** Absorbs batches one after another like a worker. A restarted one remembers no names. */
export function digesting(
  store: Store,
  limits: Partial<CardinalityLimits>,
  now: () => number = () => noon,
) {
  const memory = {
    spans: {
      recent: createRecentSpans(),
      samples: createSampleMemory(),
      reading: { sift: () => undefined, spanIds: () => [] },
    },

    sessions: createRecentSessions(noon),
    bursts: createBurstSampling(),
    failures: createRecentFailures(),
    names: createKnownNames(limitsWith(limits), now),
  };
  return async (sent: Sent): Promise<void> => {
    const from = { segment: 1, offset };
    const cursor = { segment: 1, offset: (offset += 100) };
    await absorb(store, { ...emptyUnderstanding(), ...sent, from, cursor }, memory);
  };
}

export function eventNamed(
  projectId: ProjectId,
  name: string,
  more: Partial<DigestEvent> = {},
): DigestEvent {
  return {
    projectId,
    eventId: eventIdOf(name),
    receivedAt: noon,
    timestamp: noon,
    level: "error",
    platform: "node",
    at: more.receivedAt ?? noon,
    type: "Error",
    value: name,
    culprit: "",
    unhandled: false,
    environment: undefined,
    release: undefined,

    user: undefined,
    traceId: undefined,
    spanId: undefined,
    tags: [],
    richness: 1,
    hash: hashOf("one"),
    body: Buffer.from(bodyOf(name)),
    algorithm: "spoor:1" as DigestEvent["algorithm"],
    ...more,
  };
}

const spanIdOf = (name: string) =>
  Buffer.from(name.padStart(8, "0").slice(-8)).toString("hex") as SpanId;

/** A server request in its own trace. */
export function spanNamed(
  projectId: ProjectId,
  name: string,
  more: Partial<ScannedSpan> = {},
): DigestTrace {
  const spans: ScannedSpan[] = [spanOf(name, more)];
  return traceOf(projectId, name, spans);
}

export const spanOf = (name: string, more: Partial<ScannedSpan> = {}): ScannedSpan =>
  scannedSpan({
    spanId: spanIdOf(name),
    name: `GET ${name}`,
    kind: "server",
    startedAtNs: BigInt(noon) * 1_000_000n,
    endedAtNs: BigInt(noon + 5) * 1_000_000n,
    status: "ok",
    service: "web",
    route: "/",
    ...more,
  });

export function traceOf(projectId: ProjectId, name: string, spans: ScannedSpan[]): DigestTrace {
  const part = tracePart({
    traceId: traceIdOf(name),
    spans,
    bytes: Buffer.from(name),
    terms: { list: [], numbers: [] },
  });
  return { projectId, part, receivedAt: noon, category: "span" };
}

export const spanIdNamed = spanIdOf;

export const vitalNamed = (
  projectId: ProjectId,
  name: string,
  more: Partial<VitalChange> = {},
): VitalChange => ({
  projectId,
  id: name,
  vital: "lcp",
  value: 1_000,
  route: "/",
  service: "web",
  device: "desktop",
  at: noon,
  ...more,
});

/** How often each limit was exceeded, by label. */
export async function exceeded(
  store: Store,
  projectId: ProjectId,
): Promise<{ [label: string]: number }> {
  const limits = exceededLimits(await store.outcomes.read(projectId, 0));
  return Object.fromEntries(limits.map(({ label, quantity }) => [label, quantity]));
}
