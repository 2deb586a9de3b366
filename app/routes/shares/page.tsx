import { late } from "#app/enhance/late.tsx";
import { servicesContext, viewerContext } from "#app/context.ts";
import { notFound } from "#app/guard.ts";
import { may } from "#server/domain/people/permission.ts";
import type { Route } from "./+types/page.ts";
import { readSharedIssue } from "./read-shared-issue.ts";
import { readSharedTrace } from "./read-shared-trace.ts";
import "#app/ui/styles/shared.css";

/** A shared page. Requires no account; members of the project get a link to it. */
export async function loader(args: Route.LoaderArgs) {
  const services = args.context.get(servicesContext);
  const share = await services.commands.shareOf(args.params.token);
  const project = share && (await services.store.projects.byId(share.projectId));
  if (!project) throw notFound(args, gone);
  const { target } = share;
  const shown =
    target.kind === "issue"
      ? await readSharedIssue(services, project, target.issueId)
      : await readSharedTrace(services, project, target.traceId, args.url.searchParams);
  if (!shown) throw notFound(args, gone);
  const viewer = args.context.get(viewerContext);
  const isReader = viewer !== undefined && may(viewer, "project:read", project.id);
  const { path, ...rest } = shown;
  return { ...rest, ...(isReader && { path }), expiresAt: share.expiresAt, now: services.now() };
}

const gone = "This link is invalid. It may have been revoked or have expired.";

/** Excluded from search engines and caches. */
export const headers = () => ({
  "X-Robots-Tag": "noindex, nofollow",
  "Cache-Control": "private, no-store",
});

const SharedIssue = late(async () => (await import("./shared-issue.tsx")).SharedIssue);
const SharedTrace = late(async () => (await import("./shared-trace.tsx")).SharedTrace);

export default function SharedPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      {loaderData.kind === "issue" ? (
        <SharedIssue {...loaderData} />
      ) : (
        <SharedTrace {...loaderData} />
      )}
    </>
  );
}
