import { data, href, redirect, type RouterContextProvider } from "react-router";
import { type AskedInProject, requireProject } from "#app/guard.ts";
import { inviteTo } from "#app/routes/invitations/act.ts";
import { MadeInvitationLink } from "#app/routes/invitations/made-link.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { emailField } from "#server/domain/form/fields.ts";
import { readForm } from "#server/domain/form/read-form.ts";
import { may, mayAdminister } from "#server/domain/people/permission.ts";
import { projectRoles } from "#server/domain/people/person.ts";
import type { Route } from "./+types/members.ts";
import { actOnMembers, intentOf } from "./members/act.ts";
import { AddMemberForm } from "./members/add-member-form.tsx";
import { MemberTable } from "./members/member-table.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";
import * as v from "valibot";

const pageSize = 50;

export async function loader(args: Route.LoaderArgs) {
  const { services, viewer, project } = await requireProject(args, "project:read");
  const cursor = args.url.searchParams.get("cursor") ?? undefined;
  const { rows, next } = await services.store.members.list({
    projectId: project.id,
    cursor,
    limit: pageSize,
  });
  return {
    rows: rows.map(({ user: { id, name, email, disabledAt }, role }) => ({
      id,
      name,
      email,
      role,
      disabledAt,
    })),
    next,
    name: project.name,
    ownId: viewer.user.id,
    addsDirectly: mayAdminister(viewer),
    mayChange: may(viewer, "project:change", project.id),
  };
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData();
  const asked = await requireProject(
    args,
    intentOf(form) === "leave" ? "project:leave" : "project:change",
  );
  if (intentOf(form) === "add" && !mayAdminister(asked.viewer))
    return inviteMember({ ...args, ...asked }, form);
  const answer = await actOnMembers(asked, form);
  if ("errors" in answer) return data(answer.errors, { status: answer.status });
  const stays = intentOf(form) !== "leave";
  return redirect(
    stays ? href("/:project/settings/members", args.params) + args.url.search : "/",
    303,
  );
}

export default function Members({
  loaderData,
  actionData,
  params: { project },
}: Route.ComponentProps) {
  const { name, next, mayChange, addsDirectly } = loaderData;
  const wrong = actionData && "errors" in actionData ? actionData : undefined;
  return (
    <>
      <title>{`Members · ${name} · Spoor`}</title>
      <SettingsPart
        title="Members"
        text="Owners of this instance have full access to every project without being members."
        isWide
      >
        <FormError wrong={wrong} />
        <MemberTable {...loaderData} />
        <Pager next={next} label="Pages of members" />
      </SettingsPart>
      {actionData && "made" in actionData && <MadeInvitationLink {...actionData.made} />}
      {mayChange && (
        <AddMemberForm
          {...{ wrong, addsDirectly }}
          invitations={href("/:project/settings/invitations", { project })}
        />
      )}
    </>
  );
}

type Asked = AskedInProject & { request: Request; context: Readonly<RouterContextProvider> };

const inviteForm = v.object({
  email: emailField,
  role: v.picklist(projectRoles, "Select an option."),
});

/**
 * Adding a member as an admin: the same response for every address, because only owners may know
 * which addresses have accounts. Existing users also accept by the link.
 */
async function inviteMember(asked: Asked, form: FormData) {
  const read = readForm(inviteForm, form);
  if (!read.ok) return data(read, { status: 422 });
  const { role } = read.fields;
  return inviteTo(asked, read.fields, { kind: "project", projectId: asked.project.id, role });
}
