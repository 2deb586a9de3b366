import { data, Form } from "react-router";
import { requestContext } from "#app/context.ts";
import { requireOwner } from "#app/guard.ts";
import { Facts } from "#app/ui/facts.tsx";
import { Time } from "#app/ui/format/time.tsx";
import type { ConfiguredMail } from "#server/domain/mail/mail.ts";
import type { Route } from "./+types/mail.ts";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

export function loader(args: Route.LoaderArgs) {
  const { services, viewer } = requireOwner(args);
  const { mailUrl } = args.context.get(requestContext);
  return {
    mail: services.commands.mailFacts(),
    mailUrl,
    to: viewer.user.email,
    now: services.now(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { services, viewer } = requireOwner(args);
  const result = await services.commands.sendTestMail(
    viewer.user,
    args.context.get(requestContext).mailUrl,
  );
  return data(result, { status: result.sent ? 200 : 503 });
}

export default function Mail({
  loaderData: { mail, mailUrl, to, now },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <title>Email · Spoor</title>
      <SettingsPart
        title="Email"
        text="Invitations, resets, alerts, and digests are sent by email."
      >
        {mail.configured ? <Configured mail={mail} mailUrl={mailUrl} now={now} /> : <HowTo />}
        {mail.configured && (
          <Form className="form" method="post">
            <button className="primary">Send test email to {to}</button>
          </Form>
        )}
        {actionData && (
          <output className={actionData.sent ? undefined : "error"}>
            {actionData.sent
              ? `Sent. Check the inbox of ${to}.`
              : `The email could not be sent: ${actionData.why}`}
          </output>
        )}
      </SettingsPart>
    </>
  );
}

type ConfiguredProps = { mail: ConfiguredMail; mailUrl?: string; now: number };

function Configured({ mail: { server, from, lastFailure }, mailUrl, now }: ConfiguredProps) {
  return (
    <>
      <Facts
        facts={[
          ["Server", <code key="server">{server}</code>],
          ["Sender", from],
          [
            "Link base URL",
            mailUrl ?? "none: set SPOOR_URL to the public address of this instance",
          ],
          ["Last failure", lastFailure && <Time key="failed" at={lastFailure.at} now={now} />],
        ]}
      />
      {lastFailure && <p>{lastFailure.why}</p>}
    </>
  );
}

function HowTo() {
  return (
    <p>
      Email isn't configured; copy and send invitation and reset links yourself. To send email, set{" "}
      <code>SPOOR_SMTP_URL=smtp://user:password@mail.example.com:587</code>,{" "}
      <code>SPOOR_MAIL_FROM=spoor@example.com</code> and <code>SPOOR_URL</code>, its public address.
    </p>
  );
}
