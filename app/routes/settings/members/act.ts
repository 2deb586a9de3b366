import * as v from "valibot";
import type { AskedInProject } from "#app/guard.ts";
import { emailField } from "#server/domain/form/fields.ts";
import { readForm, type WrongForm, wrongForm } from "#server/domain/form/read-form.ts";
import type { UserId } from "#server/domain/ids.ts";
import { projectRoles, type User } from "#server/domain/people/person.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import { statusOf } from "#server/domain/problem-status.ts";

/** `unknown`: no account has that address; it can be invited. */
export type WrongMember = WrongForm & { unknown?: boolean };

type Answer = { done: true } | { errors: WrongMember; status: number };

const roleField = v.picklist(projectRoles, "Select an option.");
const member = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number));

const memberForm = v.variant(
  "intent",
  [
    v.object({ intent: v.literal("add"), email: emailField, role: roleField }),
    v.object({ intent: v.literal("change"), member, role: roleField }),
    v.object({ intent: v.literal("remove"), member }),
    v.object({ intent: v.literal("leave") }),
  ],
  "Unknown action.",
);

export const intentOf = (form: FormData) => form.get("intent");

export async function actOnMembers(asked: AskedInProject, form: FormData): Promise<Answer> {
  const read = readForm(memberForm, form);
  if (!read.ok) return { errors: read, status: 422 };
  const outcome = await run(asked, read.fields);
  if (!isProblem(outcome)) return { done: true };
  const { fields } = read;
  if (fields.intent !== "add")
    return { errors: wrongForm({ form: outcome.detail }, {}), status: statusOf(outcome) };
  const errors = wrongForm({ email: outcome.detail }, { email: fields.email, role: fields.role });
  const unknown = outcome.problem === "not-found";
  // An unknown account is a field error, not a missing page.
  return { errors: { ...errors, unknown }, status: unknown ? 422 : statusOf(outcome) };
}

function run(
  asked: AskedInProject,
  fields: v.InferOutput<typeof memberForm>,
): Promise<User | Problem> {
  const { project, services } = asked;
  switch (fields.intent) {
    case "add":
      return services.commands.addMember(asked, project, fields);
    case "change":
      return services.commands.changeMember(asked, project, fields.member as UserId, fields.role);
    case "remove":
      return services.commands.removeMember(asked, project, fields.member as UserId);
    case "leave":
      return services.commands.leaveProject(asked, project);
  }
}
