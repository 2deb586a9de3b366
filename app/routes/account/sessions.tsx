import { Form, href, redirect } from "react-router";
import { requireViewer } from "#app/guard.ts";
import { clientOf } from "#app/routes/session/client-of.ts";
import { Time } from "#app/ui/format/time.tsx";
import type { Route } from "./+types/sessions.ts";
import { Table } from "#app/ui/table.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";
import type { SessionRow } from "#server/commands/sign-in/own-sessions.ts";

export async function loader(args: Route.LoaderArgs) {
  const { services, viewer } = requireViewer(args);
  const sessions = await services.commands.listSessions(viewer.user, clientOf(args).sessionToken);
  return { sessions, now: services.now() };
}

export async function action(args: Route.ActionArgs) {
  const { services, viewer } = requireViewer(args);
  const form = await args.request.formData();
  const ended = form.get("session");
  if (form.get("intent") === "end-others")
    await services.commands.endOtherSessions(viewer.user, clientOf(args));
  else if (typeof ended === "string")
    await services.commands.endSession(viewer.user, ended, clientOf(args));
  return redirect(href("/account/sessions"), 303);
}

export default function Sessions({ loaderData: { sessions, now } }: Route.ComponentProps) {
  return (
    <>
      <title>Sessions · Spoor</title>
      <SettingsPart
        title="Sessions"
        text="Devices you are signed in on. Sessions end after 30 days without use."
        isWide
      >
        <Table
          caption="Your sessions, last used first"
          rows={sessions}
          keyOf={({ id }) => id}
          columns={[
            {
              head: "Device",
              className: "main",
              cell: ({ device, address, createdAt }) => (
                <>
                  {device}
                  <small>
                    {address && `${address} · `}signed in <Time at={createdAt} now={now} />
                  </small>
                </>
              ),
            },
            {
              head: "Last seen",
              className: "whole",
              cell: ({ isThis, lastSeenAt }) =>
                isThis ? "Now" : <Time at={lastSeenAt} now={now} />,
            },
            {
              head: <span className="hidden">Actions</span>,
              className: "whole",
              cell: (session) => <EndForm {...session} />,
            },
          ]}
        />
        {sessions.length > 1 && (
          <Form className="form" method="post">
            <button name="intent" value="end-others">
              Sign out all other sessions
            </button>
          </Form>
        )}
      </SettingsPart>
    </>
  );
}

function EndForm({ id, device, isThis }: SessionRow) {
  if (isThis) return "This session";
  return (
    <Form method="post">
      <button className="quiet" name="session" value={id} aria-label={`End session: ${device}`}>
        End
      </button>
    </Form>
  );
}
