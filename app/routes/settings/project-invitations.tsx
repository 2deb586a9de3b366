import { requireProject } from "#app/guard.ts";
import { actOnInvitations } from "#app/routes/invitations/act.ts";
import { InvitationForm } from "#app/routes/invitations/invitation-form.tsx";
import { InvitationTable } from "#app/routes/invitations/invitation-table.tsx";
import { MadeInvitationLink } from "#app/routes/invitations/made-link.tsx";
import { listInvitations } from "#app/routes/invitations/rows.ts";
import { Pager } from "#app/ui/pager.tsx";
import { projectRoles } from "#server/domain/people/person.ts";
import type { Route } from "./+types/project-invitations.ts";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

const roles = {
  viewer: "Viewer: read and comment",
  developer: "Developer: can triage issues",
  admin: "Admin: also manage settings and members",
};

export async function loader(args: Route.LoaderArgs) {
  const { services, project } = await requireProject(args, "project:change");
  return { name: project.name, ...(await listInvitations(services, args.url, project.id)) };
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const asked = await requireProject(args, "project:change");
  return actOnInvitations({ ...asked, request, context }, (text) => {
    const role = projectRoles.find((each) => each === text);
    return role && { kind: "project", projectId: asked.project.id, role };
  });
}

export default function ProjectInvitations({ loaderData, actionData }: Route.ComponentProps) {
  const { name, rows, next, now } = loaderData;
  const made = actionData && "made" in actionData ? actionData.made : undefined;
  return (
    <>
      <title>{`Invitations · ${name} · Spoor`}</title>
      <SettingsPart
        title="Invitations"
        text="An invitation makes its recipient a member once they accept it."
      >
        {made && <MadeInvitationLink {...made} />}
        <InvitationForm
          {...{ roles, chosen: "developer" }}
          // Reset after each invitation.
          key={made?.url ?? made?.email}
          wrong={actionData && "errors" in actionData ? actionData : undefined}
        />
      </SettingsPart>
      <SettingsPart title="Sent invitations" isWide>
        <InvitationTable caption={`Invitations to ${name}`} rows={rows} now={now} />
        <Pager next={next} label="Pages of invitations" />
      </SettingsPart>
    </>
  );
}
