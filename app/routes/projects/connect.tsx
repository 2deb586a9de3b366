import { data, href, Link, redirect } from "react-router";
import { requestContext } from "#app/context.ts";
import type { WaitingHandle } from "#app/enhance/refresh-without-scripts.tsx";
import { useRevalidateWhile } from "#app/enhance/revalidate-while.ts";
import { type AskedInProject, requireProject } from "#app/guard.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import { CodeBlock } from "#app/routes/projects/code-block.tsx";
import { Time } from "#app/ui/time.tsx";
import { type EventId, parseEventId } from "#server/domain/ids.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { Key } from "#server/domain/project/project.ts";
import type { Route } from "./+types/connect.ts";
import { dsnOf, otlpEndpointOf, storeUrlOf } from "#server/domain/project/dsn.ts";
import { snippets } from "./snippets.ts";
import { OtlpAddresses } from "./otlp-addresses.tsx";
import { TestEventForm } from "./test-event-form.tsx";

export async function loader(args: Route.LoaderArgs) {
  const asked = await requireProject(args, "project:read");
  const sent = parseEventId(args.url.searchParams.get("sent"));
  if (sent) await followTestEvent(asked, sent);
  const { firstEventAt, platform } = asked.project;
  const { store } = asked.services;
  const [keys, traced] = await Promise.all([
    store.projects.keys(asked.project.id),
    store.traces.services(asked.project.id, 1),
  ]);
  const key = keys.find(({ revokedAt }) => revokedAt === undefined);
  const { publicUrl, pagesOnly = false } = args.context.get(requestContext);
  const instrumentation = await asked.services.packages.newest();
  const addresses = key && addressesOf(publicUrl, key, instrumentation);
  const now = asked.services.now();
  return { addresses, firstEventAt, traced: traced.length > 0, platform, now, sent: sent !== undefined, pagesOnly };
}

function addressesOf(publicUrl: string, key: Key, instrumentation: string | undefined) {
  const otlp = {
    endpoint: otlpEndpointOf(publicUrl, key),
    publicKey: key.publicKey,
    ...(instrumentation !== undefined && { instrumentation: `${publicUrl}/packages/${instrumentation}` }),
  };
  return { dsn: dsnOf(publicUrl, key), storeUrl: storeUrlOf(publicUrl, key), otlp };
}

/** Goes to the test event's issue as soon as the digest has made one. */
async function followTestEvent({ services, project }: AskedInProject, eventId: EventId): Promise<void> {
  const event = await services.store.events.find(project.id, eventId);
  const issue = event && (await services.store.issues.find(project.id, { id: event.issueId }));
  if (!issue) return;
  const params = { project: project.slug, issue: issue.shortId, event: eventId };
  throw redirect(href("/:project/issues/:issue/events/:event", params));
}

export async function action(args: Route.ActionArgs) {
  const { services, project } = await requireProject(args, "issue:triage");
  const sent = await services.commands.sendTestEvent(project);
  if (isProblem(sent)) return data({ refused: sent.detail }, { status: statusOf(sent) });
  return redirect(`${href("/:project/connect", { project: project.slug })}?sent=${sent}`, 303);
}

type Loaded = Route.ComponentProps["loaderData"];

const isWaiting = ({ firstEventAt, traced, sent }: Loaded) => sent || (firstEventAt === undefined && !traced);

export const handle: WaitingHandle<Loaded> = { waits: isWaiting };

export default function Connect({ loaderData, actionData, params: { project } }: Route.ComponentProps) {
  useRevalidateWhile(isWaiting(loaderData), 2000);
  return (
    <>
      <title>{`Connect · ${project} · Spoor`}</title>
      <h1>Connect an application</h1>
      {loaderData.pagesOnly && <PagesOnly />}
      <Waiting {...loaderData} project={project} />
      <TestEventForm sent={loaderData.sent} refused={actionData?.refused} />
      {loaderData.addresses ? (
        <Addresses {...loaderData.addresses} platform={loaderData.platform} />
      ) : (
        <p>Every key of this project is revoked: nothing can send to it.</p>
      )}
    </>
  );
}

/** Under `react-router-serve` and the like. */
function PagesOnly() {
  return (
    <p className="error">
      This host serves pages only and doesn't accept events. Run <code>spoor serve</code> to receive them at these
      addresses.
    </p>
  );
}

type WaitingProps = Pick<Loaded, "firstEventAt" | "traced" | "now"> & { project: string };

function Waiting({ firstEventAt, traced, now, project }: WaitingProps) {
  if (firstEventAt === undefined && traced)
    return (
      <output>
        Connected: traces come in. <Link to={href("/:project/traces", { project })}>See the traces</Link>
      </output>
    );
  if (firstEventAt === undefined)
    return (
      <output>
        <strong>Waiting for the first event.</strong> This page shows it when it comes.
      </output>
    );
  return (
    <output>
      Connected: the first event came <Time at={firstEventAt} now={now} />.{" "}
      <Link to={href("/:project/issues", { project })}>See the issues</Link>
    </output>
  );
}

function Addresses({ dsn, storeUrl, otlp, platform }: ReturnType<typeof addressesOf> & { platform: string }) {
  return (
    <>
      <h2>DSN</h2>
      <p>Give this address to any Sentry SDK. It can only send, so it may stand in a public page.</p>
      <CodeBlock label="the DSN" code={dsn} />
      <h2>Snippets</h2>
      {snippets({ dsn, storeUrl }).map(({ title, platforms, install, code }) => (
        <details key={title} className="snippet" open={platforms.includes(platform)}>
          <summary>{title}</summary>
          {install && <CodeBlock label={`the installation for ${title}`} code={install} />}
          <CodeBlock label={`the code for ${title}`} code={code} />
        </details>
      ))}
      <OtlpAddresses {...otlp} />
    </>
  );
}
