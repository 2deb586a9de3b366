import { data, redirect } from "react-router";
import { requestContext } from "#app/context.ts";
import type { AskedInProject } from "#app/guard.ts";
import { type WrongForm, wrongForm } from "#server/domain/form/read-form.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import type { ShareTarget } from "#server/domain/share/share.ts";
import { readShareForm } from "./share-form.ts";
import type { Route } from "./+types/project.ts";

type Asked = AskedInProject & Pick<Route.ActionArgs, "context" | "request">;
type Shown = { target: ShareTarget; about: string };

/** Result of a share form: the link, which is shown only in this response, or errors. */
export type ShareOutcome = { made: { url: string; expiresAt?: number } } | { wrong: WrongForm };

/**
 * Actions of share pages: `make`, if there is something to share, and `revoke`. Returns to `itself`
 * afterwards.
 */
export async function actOnShares(asked: Asked, itself: string, shown?: Shown) {
  const form = await asked.request.formData();
  const intent = form.get("intent");
  if (intent === "revoke") return revoke(asked, Number(form.get("share")), itself);
  if (intent !== "make" || !shown)
    return refused({ problem: "invalid", detail: "Unknown action." });
  const read = readShareForm(form);
  if (!read.ok) return data<ShareOutcome>({ wrong: read }, { status: 422 });
  const { services, project, context } = asked;
  const made = await services.commands.makeShare(asked, project, {
    ...shown,
    ...(read.days !== undefined && { days: read.days }),
  });
  if (isProblem(made)) return refused(made);
  const { token, expiresAt } = made;
  const url = `${context.get(requestContext).publicUrl}/share/${token}`;
  return data<ShareOutcome>({ made: { url, ...(expiresAt !== undefined && { expiresAt }) } });
}

async function revoke(asked: Asked, id: number, itself: string) {
  const problem = await asked.services.commands.revokeShare(asked, asked.project, id);
  return problem ? refused(problem) : redirect(itself, 303);
}

const refused = (problem: Problem) =>
  data<ShareOutcome>(
    { wrong: wrongForm({ form: problem.detail }, {}) },
    { status: statusOf(problem) },
  );
