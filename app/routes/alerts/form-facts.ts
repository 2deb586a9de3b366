import type { AskedByViewer, AskedInProject } from "#app/guard.ts";
import type { RuleFormFacts } from "#server/domain/alert/rule-form.ts";
import type { Channel } from "#server/domain/alert/channel.ts";
import { isChat } from "#server/domain/alert/chat.ts";
import { mayAdminister } from "#server/domain/people/permission.ts";
import type { MailState } from "./mail-notice.tsx";

/** Data needed to validate a form. */
export async function formFacts(
  { services, project }: AskedInProject,
  channels: Channel[],
): Promise<RuleFormFacts> {
  const readers = await services.store.members.readers(project.id);
  return {
    allowed: services.allowedPrivate,
    readers: readers.map(({ email }) => email),
    savedChats: channels.filter(isChat).map(({ kind }) => kind),
  };
}

/** Whether rules can send email, and whether the viewer can configure it. */
export const mailState = ({ services, viewer }: AskedByViewer): MailState => ({
  mailIsOn: services.commands.mailFacts().configured,
  mayConfigure: mayAdminister(viewer),
});

const offeredMost = 200;

/** Choices in a form: names in the project. */
export type Offers = { environments: string[]; names: string[]; readers: string[] };

export async function readOffers(asked: AskedInProject, kind: string): Promise<Offers> {
  const { store } = asked.services;
  const environments = await store.projects.environments(asked.project.id, { limit: offeredMost });
  const readers = (await store.members.readers(asked.project.id)).map(({ email }) => email);
  return {
    environments: environments.filter((name) => name !== ""),
    names: await namesOf(asked, kind),
    readers,
  };
}

async function namesOf(
  { services: { store }, project: { id: projectId } }: AskedInProject,
  kind: string,
) {
  if (kind === "route")
    return store.rollups.routeNames(projectId, { of: "operations", limit: offeredMost });
  if (kind === "vital")
    return store.rollups.routeNames(projectId, { of: "vitals", limit: offeredMost });
  if (kind !== "check-in") return [];
  const { rows } = await store.monitors.list({ projectId, limit: offeredMost });
  return rows.map(({ monitor }) => monitor.slug).toSorted();
}
