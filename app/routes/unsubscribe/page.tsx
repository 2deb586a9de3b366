import { data, Form, href, Link } from "react-router";
import { servicesContext } from "#app/context.ts";
import { clientOf } from "#app/routes/session/client-of.ts";
import { keepRetryAfter, waitOf } from "#app/routes/session/refused.ts";
import { emailTopicWords } from "#server/domain/notice/choice.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import type { Route } from "./+types/page.ts";

export const headers = keepRetryAfter;

/** Opening the link changes nothing, because mail scanners open links, too. */
export async function loader(args: Route.LoaderArgs) {
  const { commands } = args.context.get(servicesContext);
  const asked = await commands.unsubscribeFor(args.params.token);
  return asked ? { asked, detail: "" } : refuse(args);
}

/** Answers with the page instead of a redirect (RFC 8058). */
export async function action(args: Route.ActionArgs) {
  const { commands } = args.context.get(servicesContext);
  const asked = await commands.unsubscribe(args.params.token);
  return asked ? { asked, detail: "" } : refuse(args);
}

async function refuse(args: Pick<Route.LoaderArgs, "context" | "request">) {
  const problem = await args.context.get(servicesContext).commands.refuseToken(clientOf(args));
  return data(
    { asked: undefined, detail: problem.detail },
    { status: statusOf(problem), headers: waitOf(problem) },
  );
}

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, detail } = actionData ?? loaderData;
  return (
    <>
      <title>Unsubscribe · Spoor</title>
      <h1>Unsubscribe</h1>
      {asked === undefined ? (
        <p>{detail}</p>
      ) : actionData ? (
        <Done {...asked} />
      ) : (
        <Ask {...asked} />
      )}
    </>
  );
}

type Asked = { email: string; topic: keyof typeof emailTopicWords };

function Ask({ email, topic }: Asked) {
  return (
    <Form method="post">
      <p>
        {email} receives emails about {emailTopicWords[topic]}.
      </p>
      <p>
        <button className="primary">Unsubscribe</button>
      </p>
    </Form>
  );
}

function Done({ email, topic }: Asked) {
  return (
    <p>
      {email} no longer receives emails about {emailTopicWords[topic]}. Change this under{" "}
      <Link to={href("/account/notifications")}>Notifications</Link>.
    </p>
  );
}
