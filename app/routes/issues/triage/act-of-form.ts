import type { AskedInProject } from "#app/guard.ts";
import { type WrongForm, wrongForm } from "#server/domain/form/read-form.ts";
import type { DeleteAct, TriageAct } from "#server/domain/issue/act.ts";
import { isProblem } from "#server/domain/problem.ts";
import { newestRelease } from "#server/domain/release/latest.ts";
import { isNewerRelease } from "#server/domain/release/order.ts";
import { nearestOf } from "#server/domain/search/nearest.ts";
import { releasesOffered } from "./releases-offered.ts";
import type { FormAct } from "./triage-form.ts";

type ReadAct = { ok: true; act: TriageAct | DeleteAct } | ({ ok: false } & WrongForm);

/** Resolves a form's action in this project: its member or release. */
export async function actOf(asked: AskedInProject, act: FormAct, form: FormData): Promise<ReadAct> {
  if (act.intent === "assign") return assignAct(asked, act.to);
  if (act.intent !== "resolve-in") return { ok: true, act };
  const { release } = act;
  const detail = await unknownRelease(asked, release, seenOf(form) !== undefined);
  if (detail === undefined) return { ok: true, act };
  return { ok: false, ...wrongForm({ release: detail }, { intent: "resolve-in", release }) };
}

async function assignAct({ services, project }: AskedInProject, text: string): Promise<ReadAct> {
  const to = await services.commands.findAssignee(project, text);
  if (to === null || !isProblem(to)) return { ok: true, act: { intent: "assign", to } };
  return { ok: false, ...wrongForm({ to: to.detail }, { intent: "assign" }) };
}

/** The newest activity when the form was loaded. Scripts send none and overwrite anything. */
export function seenOf(form: FormData): number | undefined {
  const seen = Number(form.get("seen") ?? "");
  return form.get("seen") && Number.isSafeInteger(seen) ? seen : undefined;
}

/**
 * Why an issue can't be resolved in a release; undefined if it can. A page offers existing releases
 * and *Next release*. A script may name the release that it is about to deploy, unless that is
 * older than the latest.
 */
async function unknownRelease(
  { services, project }: AskedInProject,
  version: string,
  isFromPage: boolean,
): Promise<string | undefined> {
  if (await services.store.releases.find(project.id, version)) return undefined;
  const known = await releasesOffered(services, project.id, version);
  const latest = newestRelease(known, version);
  if (!isFromPage && (latest === undefined || isNewerRelease(latest, version) !== true))
    return undefined;
  const nearest = nearestOf(version, known) ?? latest ?? known[0];
  const hint =
    nearest === undefined ? "This project has no releases yet." : `Did you mean ${nearest}?`;
  return `No release has this version. ${hint} For a release that is not out yet, use Next release.`;
}
