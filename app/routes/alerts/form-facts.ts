import type { AskedInProject } from "#app/guard.ts";
import type { RuleFormFacts } from "#server/domain/alert/rule-form.ts";
import type { Channel } from "#server/domain/alert/channel.ts";
import { dayMs } from "#server/domain/ledger.ts";
import { waitedForKinds } from "#server/domain/rollup/operation.ts";

/** What a form is judged by. */
export async function formFacts({ services, project }: AskedInProject, channels: Channel[]): Promise<RuleFormFacts> {
  const readers = await services.store.members.readers(project.id);
  return {
    allowed: services.allowedPrivate,
    readers: readers.map(({ email }) => email),
    hasSlack: channels.some(({ kind }) => kind === "slack"),
  };
}

const offeredMost = 200;

/** What a form offers to choose from: names that the project has. */
export type Offers = { environments: string[]; names: string[]; readers: string[] };

export async function readOffers(asked: AskedInProject, kind: string): Promise<Offers> {
  const { store } = asked.services;
  const environments = await store.projects.environments(asked.project.id);
  const readers = (await store.members.readers(asked.project.id)).map(({ email }) => email);
  return { environments: environments.filter((name) => name !== ""), names: await namesOf(asked, kind), readers };
}

async function namesOf({ services: { store, now }, project: { id: projectId } }: AskedInProject, kind: string) {
  const window = { since: now() - 7 * dayMs, until: now() };
  const names =
    kind === "route"
      ? (await store.rollups.operations({ projectId, kinds: waitedForKinds, ...window })).map(
          (each) => each.operation.route,
        )
      : kind === "vital"
        ? (await store.rollups.vitals({ projectId, ...window })).map(({ route }) => route)
        : kind === "check-in"
          ? (await store.monitors.list({ projectId, limit: offeredMost })).rows.map(({ monitor }) => monitor.slug)
          : [];
  return [...new Set(names)]
    .filter((name) => name !== "")
    .toSorted()
    .slice(0, offeredMost);
}
