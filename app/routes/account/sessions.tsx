import { Form, href, redirect } from "react-router";
import { requireViewer } from "#app/guard.ts";
import { clientOf } from "#app/routes/session/client-of.ts";
import { Time } from "#app/ui/time.tsx";
import type { Route } from "./+types/sessions.ts";
import type { SessionRow } from "#server/access-services.ts";

export async function loader(args: Route.LoaderArgs) {
  const { services, viewer } = requireViewer(args);
  const sessions = await services.commands.listSessions(viewer.user, clientOf(args).sessionToken);
  return { sessions, now: services.now() };
}

export async function action(args: Route.ActionArgs) {
  const { services, viewer } = requireViewer(args);
  const form = await args.request.formData();
  const ended = form.get("session");
  if (form.get("intent") === "end-others") await services.commands.endOtherSessions(viewer.user, clientOf(args));
  else if (typeof ended === "string") await services.commands.endSession(viewer.user, ended, clientOf(args));
  return redirect(href("/account/sessions"), 303);
}

export default function Sessions({ loaderData: { sessions, now } }: Route.ComponentProps) {
  return (
    <>
      <title>Sessions · Spoor</title>
      <h1>Sessions</h1>
      <p>Where you're signed in. A session expires after 30 days without use.</p>
      <table>
        <caption>Your sessions, last used first</caption>
        <thead>
          <tr>
            <th scope="col">Where</th>
            <th scope="col">Last seen</th>
            <th scope="col">End</th>
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <Row key={session.id} {...session} now={now} />
          ))}
        </tbody>
      </table>
      {sessions.length > 1 && (
        <Form className="form" method="post">
          <button name="intent" value="end-others">
            Sign out everywhere else
          </button>
        </Form>
      )}
    </>
  );
}

function Row({ id, device, address, createdAt, lastSeenAt, isThis, now }: SessionRow & { now: number }) {
  return (
    <tr>
      <th scope="row">
        {device}
        <div className="meta">
          {address && `${address} · `}signed in <Time at={createdAt} now={now} />
        </div>
      </th>
      <td>{isThis ? "now, this page" : <Time at={lastSeenAt} now={now} />}</td>
      <td>
        {isThis ? (
          "this session"
        ) : (
          <Form method="post">
            <button className="quiet" name="session" value={id} aria-label={`End session of ${device}`}>
              End
            </button>
          </Form>
        )}
      </td>
    </tr>
  );
}
