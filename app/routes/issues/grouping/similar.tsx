import { Form, href, Link, useLocation } from "react-router";
import { late } from "#app/enhance/late.tsx";
import { requireIssue } from "#app/guard.ts";
import { counted, grouped } from "#server/domain/count.ts";
import { StateBadge } from "#app/ui/state-badge.tsx";
import { Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/format/time.tsx";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import { may } from "#server/domain/people/permission.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Route } from "./+types/similar.ts";
import { IssueName } from "../issue-name.tsx";
import { GroupingLinks } from "./grouping-links.tsx";
import type { SimilarIssue } from "#server/read/read-similar.ts";

const MergeForm = late(async () => (await import("./merge-form.tsx")).MergeForm);

export async function loader(args: Route.LoaderArgs) {
  const { services, viewer, project, issue } = await requireIssue(args, "issue:read");
  const similar = await services.readSimilar(issue);
  return { issue, similar, now: services.now(), mayMerge: may(viewer, "issue:triage", project.id) };
}

export default function Similar({ loaderData, params: { project } }: Route.ComponentProps) {
  const { issue, similar, now, mayMerge } = loaderData;
  return (
    <>
      <ProjectTitle>{`Similar issues · ${issue.shortId}`}</ProjectTitle>
      <GroupingLinks project={project} issue={issue.shortId} />
      <section className="part">
        <h2>Similar issues</h2>
        <SimilarTable {...{ project, issue, similar, now, mayMerge }} />
      </section>
      {mayMerge && <MergeForm {...{ project, issue }} near={similar.map((each) => each.issue)} />}
    </>
  );
}

type TableProps = {
  project: string;
  issue: Issue;
  similar: SimilarIssue[];
  now: number;
  mayMerge: boolean;
};

function SimilarTable({ project, issue, similar, now, mayMerge }: TableProps) {
  return (
    <Table
      caption={`Similar issues, most similar first, and the result of merging each into ${issue.shortId}`}
      rows={similar}
      keyOf={(each) => each.issue.id}
      columns={[
        {
          head: "Issue",
          className: "main",
          cell: (each) => <Name project={project} similar={each} />,
        },
        { head: "Similarity", className: "number", cell: ({ likeness }) => `${likeness.score}%` },
        { head: "Events", className: "number wide", cell: (each) => grouped(each.issue.count) },
        {
          head: "Result of merge",
          className: "words",
          cell: (each) => (
            <>
              <Preview {...each} now={now} />
              {mayMerge && <MergeButton project={project} from={each.issue} into={issue} />}
            </>
          ),
        },
      ]}
      empty={<p className="empty">No similar issues.</p>}
    />
  );
}

function Name({
  project,
  similar: { issue, likeness },
}: {
  project: string;
  similar: SimilarIssue;
}) {
  return (
    <>
      <Link to={href("/:project/issues/:issue", { project, issue: issue.shortId })}>
        <IssueName issue={issue} />
      </Link>
      <small>
        {issue.shortId} · {likeness.because.join(", ")}
      </small>
    </>
  );
}

function Preview({ preview, now }: SimilarIssue & { now: number }) {
  const {
    count,
    userCount,
    isUserCountEstimated,
    state,
    firstSeen,
    lastSeen,
    firstRelease,
    lastRelease,
  } = preview;
  return (
    <p>
      <StateBadge state={state} /> {counted(count, "event")}, {isUserCountEstimated && "about "}
      {counted(userCount, "user")}, first <Time at={firstSeen} now={now} />
      {firstRelease && ` in ${firstRelease}`}, last <Time at={lastSeen} now={now} />
      {lastRelease && ` in ${lastRelease}`}
    </p>
  );
}

function MergeButton({ project, from, into }: { project: string; from: Issue; into: Issue }) {
  const { pathname, search } = useLocation();
  return (
    <Form
      method="post"
      action={href("/:project/issues/:issue", { project, issue: from.shortId })}
      preventScrollReset
    >
      <input type="hidden" name="next" value={pathname + search} />
      <input type="hidden" name="into" value={into.shortId} />
      <button name="intent" value="merge" aria-label={`Merge ${from.shortId} into ${into.shortId}`}>
        Merge into {into.shortId}
      </button>
    </Form>
  );
}
