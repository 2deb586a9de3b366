import { requireOwner } from "#app/guard.ts";
import { actOnInvitations } from "#app/routes/invitations/act.ts";
import { InvitationForm } from "#app/routes/invitations/invitation-form.tsx";
import { InvitationTable } from "#app/routes/invitations/invitation-table.tsx";
import { MadeInvitationLink } from "#app/routes/invitations/made-link.tsx";
import { listInvitations } from "#app/routes/invitations/rows.ts";
import { Pager } from "#app/ui/pager.tsx";
import type { Offer } from "#server/domain/people/invitation.ts";
import type { Route } from "./+types/invitations.ts";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

const roles = { member: "Member: sees their own projects", owner: "Owner: full access" };

export async function loader(args: Route.LoaderArgs) {
  return listInvitations(requireOwner(args).services, args.url);
}

export function action(args: Route.ActionArgs) {
  const { request, context } = args;
  return actOnInvitations({ ...requireOwner(args), request, context }, offerOf);
}

function offerOf(role: string): Offer | undefined {
  return role === "member" || role === "owner" ? { kind: "instance", role } : undefined;
}

export default function Invitations({
  loaderData: { rows, next, now },
  actionData,
}: Route.ComponentProps) {
  const made = actionData && "made" in actionData ? actionData.made : undefined;
  return (
    <>
      <title>Invitations · Spoor</title>
      <SettingsPart
        title="Invitations"
        text="To invite someone to one project, use that project’s settings."
      >
        {made && <MadeInvitationLink {...made} />}
        <InvitationForm
          {...{ roles, chosen: "member" }}
          // Reset after each invitation.
          key={made?.url ?? made?.email}
          wrong={actionData && "errors" in actionData ? actionData : undefined}
        />
      </SettingsPart>
      <SettingsPart title="Sent invitations" isWide>
        <InvitationTable
          caption="Invitations to this instance and its projects"
          rows={rows}
          now={now}
        />
        <Pager next={next} label="Pages of invitations" />
      </SettingsPart>
    </>
  );
}
