import { joinNames } from "#server/domain/cardinality/limits.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import { operationKey } from "#server/domain/rollup/operation.ts";
import type { CountedName } from "#server/domain/trace/terms/trace-part.ts";
import type { NameTransaction } from "#server/storage/names/name-store.ts";
import type { VitalChange } from "#server/storage/rollups/rollup-store.ts";
import type { DigestSession } from "#server/digest/sessions/absorb-sessions.ts";
import type { DigestTrace } from "#server/digest/traces/absorb-traces.ts";
import type { DigestEvent } from "#server/digest/events/digest-event.ts";
import type { BatchNames } from "./batch-names.ts";

/** The parts of a batch that contain names. */
type Naming = {
  events: DigestEvent[];
  traces: DigestTrace[];
  sessions: DigestSession[];
  vitals: VitalChange[];
  outcomes: OutcomeEntry[];
};

type CountedNames = Map<CountedName, { projectId: ProjectId; at: number }>;

/**
 * Decides which names of a batch may be used. Derived names are decided last: a service without
 * room uses no slot among routes.
 */
export async function askForNames(
  transaction: NameTransaction,
  names: BatchNames,
  naming: Naming,
): Promise<void> {
  const { events, traces, sessions, vitals, outcomes } = naming;
  const counted: CountedNames = new Map();
  for (const event of events) askForEvent(names, event);
  for (const trace of traces) askForTrace(names, trace, counted);
  for (const [name, { projectId, at }] of counted) askForPlace(names, projectId, name, at);
  for (const vital of vitals) askForPlace(names, vital.projectId, vital, vital.at);
  for (const { projectId, receivedAt, report } of sessions)
    names.ask(projectId, "releases", report.release, receivedAt);
  for (const { projectId, hour, outcome, category, reason } of outcomes)
    if (outcome === "lost-at-client")
      names.ask(projectId, "lossReasons", joinNames(category, reason), hour);
  await names.settle(transaction);
  for (const [name, { projectId, at }] of counted)
    if (names.has(projectId, "services", name.service))
      names.ask(projectId, "routes", operationKey(name), at);
  for (const { projectId, service, route, at } of vitals)
    if (route !== "" && names.has(projectId, "services", service))
      names.ask(projectId, "pages", joinNames(service, route), at);
  for (const { projectId, receivedAt, report } of sessions)
    names.ask(projectId, "sessionGroups", sessionGroup(names, projectId, report), receivedAt);
  await names.settle(transaction);
}

/** A session row of an hour has one of these. */
export const sessionGroup = (
  names: BatchNames,
  projectId: ProjectId,
  { release, environment }: { release: string; environment: string },
): string => joinNames(names.nameOf(projectId, "releases", release), environment);

function askForEvent(
  names: BatchNames,
  { projectId, receivedAt, environment, release, tags }: DigestEvent,
): void {
  if (environment !== undefined) names.ask(projectId, "environments", environment, receivedAt);
  if (release !== undefined) names.ask(projectId, "releases", release, receivedAt);
  const keys = names.of(projectId, "tagKeys");
  for (const [key] of tags) keys.ask(key, receivedAt);
}

/** Thousands of spans share one object of names. Each object is processed once per batch. */
function askForTrace(
  names: BatchNames,
  { projectId, receivedAt, part }: DigestTrace,
  seen: CountedNames,
): void {
  const { summary, calls, counted, releases } = part;
  for (const service of calls.services) names.ask(projectId, "services", service, receivedAt);
  for (const release of releases) names.ask(projectId, "releases", release, receivedAt);
  if (summary.environment !== undefined)
    names.ask(projectId, "environments", summary.environment, receivedAt);
  for (const { name } of counted)
    if (seen.get(name)?.projectId !== projectId) seen.set(name, { projectId, at: receivedAt });
}

type Place = { service: string; environment?: string | undefined; release?: string | undefined };

function askForPlace(names: BatchNames, projectId: ProjectId, place: Place, at: number): void {
  names.ask(projectId, "services", place.service, at);
  if (place.environment !== undefined) names.ask(projectId, "environments", place.environment, at);
  if (place.release !== undefined) names.ask(projectId, "releases", place.release, at);
}
