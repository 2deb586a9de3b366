import type { AskedInProject } from "#app/guard.ts";
import type { DeleteAct, TriageAct } from "#server/domain/issue/act.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { FormAct } from "./triage-form.ts";

/** What a form's act means in this project: whom it is assigned to. */
export async function actOf(
  { services, project }: AskedInProject,
  act: FormAct,
): Promise<TriageAct | DeleteAct | Problem> {
  if (act.intent !== "assign") return act;
  const to = await services.commands.findAssignee(project, act.to);
  return to !== null && typeof to === "object" && isProblem(to) ? to : { intent: "assign", to };
}

/** The newest activity there was when the form was made; scripts send none, and override whatever there is. */
export function seenOf(form: FormData): number | undefined {
  const seen = Number(form.get("seen") ?? "");
  return form.get("seen") && Number.isSafeInteger(seen) ? seen : undefined;
}
