import { redirect } from "react-router";
import type { AskedInProject } from "#app/guard.ts";
import { refused } from "#app/routes/session/refused.ts";
import { formValues } from "#server/domain/form/read-form.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { Services } from "#server/services.ts";
import { savedAt } from "./saved.tsx";

type Args = Parameters<Services["commands"]["changeSettings"]>;

/** Saves settings of the project and returns to their page; shows the form again if refused. */
export async function saveSettings(
  asked: AskedInProject,
  { url, posted }: { url: URL; posted: FormData },
  change: Args[2],
  part: Args[3],
) {
  const { commands } = asked.services;
  const changed = await commands.changeSettings(asked, asked.project, change, part);
  return isProblem(changed)
    ? refused(changed, formValues(posted))
    : redirect(savedAt(url.pathname), 303);
}
