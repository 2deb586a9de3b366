import { data, href, Link, redirect } from "react-router";
import { requestContext } from "#app/context.ts";
import type { WaitingHandle } from "#app/enhance/refresh-without-scripts.tsx";
import { useRevalidateWhile } from "#app/enhance/revalidate-while.ts";
import { type AskedInProject, requireProject } from "#app/guard.ts";
import { Head } from "#app/ui/head.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { Time } from "#app/ui/format/time.tsx";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import { type EventId, parseEventId } from "#server/domain/ids.ts";
import { mayAdminister } from "#server/domain/people/permission.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import { isProblem } from "#server/domain/problem.ts";
import { dsnOf, otlpEndpointOf, storeUrlOf } from "#server/domain/project/dsn.ts";
import type { Key } from "#server/domain/project/project.ts";
import type { Route } from "./+types/page.ts";
import type { Addresses, Guide } from "./guide.ts";
import { instrumentationFiles } from "./instrumentation-files.ts";
import { chooseGuide, makeGuides } from "./guides.ts";
import { SampleLink, SampleOffer } from "./sample-offer.tsx";
import { Steps } from "./steps.tsx";
import { TestEventForm } from "./test-event-form.tsx";
import "#app/ui/styles/steps.css";

export async function loader(args: Route.LoaderArgs) {
  const asked = await requireProject(args, "project:read");
  const sent = parseEventId(args.url.searchParams.get("sent"));
  if (sent) await followTestEvent(asked, sent);
  const { project, services, viewer } = asked;
  const { firstEventAt, platform, name } = project;
  const [keys, traced, instrumentation, sample] = await Promise.all([
    services.store.projects.keys(project.id),
    services.store.traces.services(project.id, 1),
    services.packages.newest(),
    mayAdminister(viewer) ? services.sampleData.state() : undefined,
  ]);
  const key = keys.find(({ revokedAt }) => revokedAt === undefined);
  const { publicUrl, pagesOnly = false } = args.context.get(requestContext);
  return {
    name,
    firstEventAt,
    traced: traced.length > 0,
    now: services.now(),
    sent: sent !== undefined,
    pagesOnly,
    ...(key &&
      guideOf(
        addressesOf(publicUrl, key, instrumentation),
        args.url.searchParams.get("for"),
        platform,
        project.slug,
      )),
    ...(sample &&
      ({
        sample: sample.project?.id === project.id ? "this" : sample.project ? "other" : "none",
      } as const)),
    sampleIsLoading: sample?.isLoading ?? false,
  };
}

function guideOf(addresses: Addresses, asked: string | null, platform: string, service: string) {
  const guides = makeGuides(addresses);
  const guide = chooseGuide(guides, asked, platform);
  const tracing = guide.key === "react-router" ? instrumentationFiles(addresses, service) : [];
  return {
    tabs: guides.map(({ key, title }) => ({ key, title })),
    guide,
    tracing,
    dsn: addresses.dsn,
  };
}

function addressesOf(publicUrl: string, key: Key, instrumentation: string | undefined): Addresses {
  return {
    dsn: dsnOf(publicUrl, key),
    storeUrl: storeUrlOf(publicUrl, key),
    otlpEndpoint: otlpEndpointOf(publicUrl, key),
    publicKey: key.publicKey,
    ...(instrumentation !== undefined && {
      instrumentation: `${publicUrl}/packages/${instrumentation}`,
    }),
  };
}

/** Redirects to the test event's issue after the digest has created it. */
async function followTestEvent(
  { services, project }: AskedInProject,
  eventId: EventId,
): Promise<void> {
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

const isWaiting = ({ firstEventAt, traced, sent }: Loaded) =>
  sent || (firstEventAt === undefined && !traced);

export const handle: WaitingHandle<Loaded> = { waits: isWaiting };

export default function Connect({
  loaderData,
  actionData,
  params: { project },
}: Route.ComponentProps) {
  const { name, tabs, guide, tracing = [], dsn, sample, sent } = loaderData;
  useRevalidateWhile(isWaiting(loaderData), 2000);
  return (
    <>
      <ProjectTitle>Connect</ProjectTitle>
      <Head title={`Connect ${name}`} />
      {loaderData.pagesOnly && <PagesOnly />}
      <Arrived {...loaderData} project={project} />
      {sample === "other" && <SampleLink loading={loaderData.sampleIsLoading} />}
      {guide && tabs ? (
        <>
          <Tabs
            label="Framework"
            className="tabs pills"
            tabs={tabs.map((tab) => tabOf(tab, guide))}
          />
          <Steps guide={guide} dsn={dsn} tracing={tracing} waiting={isWaiting(loaderData)}>
            <TestEventForm sent={sent} refused={actionData?.refused} />
          </Steps>
        </>
      ) : (
        <p>
          All client keys are revoked, so this project cannot receive events.{" "}
          <Link to={href("/:project/settings/keys", { project })}>Create key</Link>
        </p>
      )}
      {(sample === "none" || sample === "this") && <SampleOffer sample={sample} />}
    </>
  );
}

const tabOf = ({ key, title }: { key: string; title: string }, guide: Guide) => ({
  text: title,
  to: { search: `?for=${key}` },
  current: key === guide.key,
});

/** For `react-router-serve` and similar hosts. */
function PagesOnly() {
  return (
    <p className="error">
      This host serves pages only and doesn't accept events. Run <code>spoor serve</code> to receive
      them at these URLs.
    </p>
  );
}

type ArrivedProps = Pick<Loaded, "firstEventAt" | "traced" | "now"> & { project: string };

/** The state of the connection, announced when it changes. */
function Arrived({ firstEventAt, traced, now, project }: ArrivedProps) {
  if (firstEventAt === undefined && traced)
    return (
      <output>
        Connected: traces are arriving.{" "}
        <Link to={href("/:project/traces", { project })}>View traces</Link>
      </output>
    );
  if (firstEventAt === undefined)
    return (
      <output>
        <strong>No events received yet.</strong> Follow these steps to send your first event. This
        page updates when it arrives.
      </output>
    );
  return (
    <output>
      Connected: the first event arrived <Time at={firstEventAt} now={now} />.{" "}
      <Link to={href("/:project/issues", { project })}>View issues</Link>
    </output>
  );
}
