import { data, type RouterContextProvider } from "react-router";
import * as v from "valibot";
import type { AskedInProject } from "#app/guard.ts";
import { inviteTo } from "#app/routes/invitations/act.ts";
import { emailField } from "#server/domain/form/fields.ts";
import { readForm } from "#server/domain/form/read-form.ts";
import { projectRoles } from "#server/domain/people/person.ts";

type Asked = AskedInProject & { request: Request; context: Readonly<RouterContextProvider> };

const inviteForm = v.object({ email: emailField, role: v.picklist(projectRoles, "Select an option.") });

/**
 * What adding a member is for an admin: the same answer for every address, since which of them have an account is told to owners
 * alone. Users who have one accept by the link, too.
 */
export async function inviteMember(asked: Asked, form: FormData) {
  const read = readForm(inviteForm, form);
  if (!read.ok) return data(read, { status: 422 });
  const { role } = read.fields;
  return inviteTo(asked, read.fields, { kind: "project", projectId: asked.project.id, role });
}
