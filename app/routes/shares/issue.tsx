import { href } from "react-router";
import { late } from "#app/enhance/late.tsx";
import { requireIssue } from "#app/guard.ts";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import type { Route } from "./+types/issue.ts";
import { actOnShares } from "./act.ts";

/** Share links of an issue. */
export async function loader(args: Route.LoaderArgs) {
  const { services, issue } = await requireIssue(args, "issue:triage");
  const shares = await services.store.shares.list(issue.projectId, {
    kind: "issue",
    issueId: issue.id,
  });
  return { shares, now: services.now() };
}

export async function action(args: Route.ActionArgs) {
  const asked = await requireIssue(args, "issue:triage");
  const { id, shortId } = asked.issue;
  const itself = href("/:project/issues/:issue/share", {
    project: asked.project.slug,
    issue: shortId,
  });
  return actOnShares({ ...asked, ...args }, itself, {
    target: { kind: "issue", issueId: id },
    about: shortId,
  });
}

const SharePart = late(async () => (await import("./share-part.tsx")).SharePart);

export default function ShareIssue({
  loaderData,
  actionData,
  params: { project, issue },
}: Route.ComponentProps) {
  return (
    <section className="part">
      <ProjectTitle>{`Share · ${issue}`}</ProjectTitle>
      <h2>Share</h2>
      <p>
        Anyone with the link can view this issue and its recommended event. Users, headers, cookies,
        bodies, variables, and comments are omitted. Email and IP addresses are scrubbed.
      </p>
      <SharePart project={project} {...loaderData} outcome={actionData} />
    </section>
  );
}
