import { href, Link } from "react-router";
import { type AskedInProject, notFound, requireProject } from "#app/guard.ts";
import { Crumbs } from "#app/ui/head.tsx";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import { parseTraceId } from "#server/domain/ids.ts";
import { keptDaysOf } from "#server/domain/retention/gone.ts";
import { missingTrace } from "#server/domain/trace/listing/missing-trace.ts";
import type { Route } from "./+types/trace.ts";
import { actOnShares } from "./act.ts";
import { SharePart } from "./share-part.tsx";

/** Share links of a trace. */
export async function loader(args: Route.LoaderArgs) {
  const { services, project, target } = await requireTarget(args);
  return { shares: await services.store.shares.list(project.id, target), now: services.now() };
}

export async function action(args: Route.ActionArgs) {
  const { target, ...asked } = await requireTarget(args);
  const itself = href("/:project/traces/:trace/share", {
    project: asked.project.slug,
    trace: target.traceId,
  });
  return actOnShares({ ...asked, ...args }, itself, { target, about: `trace ${target.traceId}` });
}

async function requireTarget(args: Route.LoaderArgs | Route.ActionArgs) {
  const asked: AskedInProject = await requireProject(args, "issue:triage");
  const { services, project } = asked;
  const traceId = parseTraceId(args.params.trace);
  const spans = traceId ? await services.store.traces.spanCount(project.id, traceId) : 0;
  if (traceId && spans > 0) return { ...asked, target: { kind: "trace" as const, traceId } };
  const keptDays = keptDaysOf(await services.store.retention.limits(), project.settings);
  throw notFound(args, missingTrace(traceId, project.settings, keptDays));
}

export default function ShareTrace({
  loaderData,
  actionData,
  params: { project, trace },
}: Route.ComponentProps) {
  return (
    <>
      <ProjectTitle>{`Share · trace ${trace.slice(0, 8)}`}</ProjectTitle>
      <Crumbs>
        <Link to={href("/:project/traces", { project })}>Traces</Link>
        <Link to={href("/:project/traces/:trace", { project, trace })}>
          <code>{trace.slice(0, 8)}</code>
        </Link>
      </Crumbs>
      <h1>Share this trace</h1>
      <p>
        Anyone with the link can view this trace: route tree, waterfall, and errors. Span attributes
        are omitted. Email and IP addresses are scrubbed.
      </p>
      <SharePart project={project} {...loaderData} outcome={actionData} />
    </>
  );
}
