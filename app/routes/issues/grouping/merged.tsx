import { data, Form, href, Link, redirect } from "react-router";
import * as v from "valibot";
import type { WaitingHandle } from "#app/enhance/refresh-without-scripts.tsx";
import { useRevalidateWhile } from "#app/enhance/revalidate-while.ts";
import { late } from "#app/enhance/late.tsx";
import { requireIssue } from "#app/guard.ts";
import { counted, grouped } from "#server/domain/count.ts";
import { Time } from "#app/ui/format/time.tsx";
import type { FingerprintHash } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { may } from "#server/domain/people/permission.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { IssueParts } from "#server/storage/grouping/grouping-store.ts";
import type { Route } from "./+types/merged.ts";
import { GroupingLinks } from "./grouping-links.tsx";
import { PartName, PartCheckbox, Seen } from "./part-cells.tsx";
import { Table } from "#app/ui/table.tsx";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";

const countingMs = 200;
const partsShown = 100;

const Find = late(async () => (await import("#app/ui/find.tsx")).Find);

export async function loader(args: Route.LoaderArgs) {
  const { services, viewer, project, issue } = await requireIssue(args, "issue:read");
  const { groupings } = services.store;
  const query = args.url.searchParams.get("query") ?? "";
  const [parts, moving] = await Promise.all([
    groupings.parts(issue, countingMs, { query, limit: partsShown }),
    groupings.isMoving(issue.projectId, issue.id),
  ]);
  return {
    issue,
    ...parts,
    query,
    moving,
    now: services.now(),
    maySplit: may(viewer, "issue:triage", project.id),
  };
}

const form = v.object({
  intent: v.literal("split", "Invalid request."),
  part: v.pipe(
    v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, "Select fingerprints of this issue."))),
    v.minLength(1, "Select fingerprints to unmerge into a new issue."),
  ),
});

export async function action(args: Route.ActionArgs) {
  const { services, viewer, project, issue } = await requireIssue(args, "issue:triage");
  const posted = await args.request.formData();
  const read = v.safeParse(form, { intent: posted.get("intent"), part: posted.getAll("part") });
  if (!read.success) return data({ refused: read.issues[0].message }, { status: 422 });
  const part = await services.commands.splitIssue(
    viewer,
    project,
    issue,
    read.output.part as FingerprintHash[],
  );
  if (isProblem(part)) return data({ refused: part.detail }, { status: statusOf(part) });
  return redirect(
    href("/:project/issues/:issue", { project: project.slug, issue: part.shortId }),
    303,
  );
}

type Loaded = Route.ComponentProps["loaderData"];

export const handle: WaitingHandle<Loaded> = { waits: ({ moving }) => moving };

export default function Merged({
  loaderData,
  actionData,
  params: { project },
}: Route.ComponentProps) {
  const { issue, parts, total, countedPerDay, query, moving, maySplit } = loaderData;
  const isSearchable = query !== "" || total > parts.length;
  useRevalidateWhile(moving, 2_000);
  const canSplit = maySplit && !moving && (parts.length > 1 || isSearchable);
  return (
    <>
      <ProjectTitle>{`Merged fingerprints · ${issue.shortId}`}</ProjectTitle>
      <GroupingLinks project={project} issue={issue.shortId} />
      <section className="part">
        <h2>Merged fingerprints</h2>
        {moving && (
          <p role="status">
            Moving events between issues. Lists and counts will be complete shortly. <progress />
          </p>
        )}
        {isSearchable && (
          <div className="row list-head">
            <Find
              {...{ of: "Fingerprints", label: "Title or fingerprint contains", query }}
              placeholder="TypeError"
            />
          </div>
        )}
        {total > parts.length && (
          <p className="meta">{`${parts.length} of ${counted(total, "fingerprint")}, last seen first.`}</p>
        )}
        {countedPerDay !== undefined && (
          <p className="meta">{`Counts are from a sample: the newest ${grouped(countedPerDay)} events of each day.`}</p>
        )}
        <Form method="post" preventScrollReset>
          <PartTable project={project} loaded={loaderData} canSplit={canSplit} />
          {canSplit && <SplitLine refused={actionData?.refused} {...loaderData} />}
        </Form>
        {parts.length === 1 && !isSearchable && (
          <p>
            Only one fingerprint.{" "}
            <Link to={href("/:project/issues/:issue/similar", { project, issue: issue.shortId })}>
              Similar issues
            </Link>{" "}
            can be merged into this issue.
          </p>
        )}
      </section>
    </>
  );
}

function SplitLine({
  refused,
  issue,
  keptFrom,
  now,
}: { refused?: string; issue: Issue } & Pick<Loaded, "keptFrom" | "now">) {
  return (
    <>
      <p>
        Unmerging moves the selected fingerprints to a new issue. A merged issue is restored under
        its own ID.
        {keptFrom !== undefined && issue.firstSeen < keptFrom && (
          <>
            {" "}
            Events before <Time at={keptFrom} now={now} /> have expired and stay counted in{" "}
            {issue.shortId}.
          </>
        )}
      </p>
      <p className="row">
        <button className="primary" name="intent" value="split">
          Unmerge selected
        </button>{" "}
        {refused && (
          <strong className="error" role="alert">
            {refused}
          </strong>
        )}
      </p>
    </>
  );
}

type TableProps = {
  project: string;
  loaded: IssueParts & Pick<Loaded, "issue" | "now">;
  canSplit: boolean;
};

function PartTable({ project, loaded, canSplit }: TableProps) {
  const { issue, parts, total, countedTo, now } = loaded;
  return (
    <Table
      caption={
        <>
          {counted(total, "fingerprint")} of {issue.shortId}
          {countedTo !== undefined && (
            <>
              , counted back to <Time at={countedTo} now={now} />
            </>
          )}
        </>
      }
      rows={parts}
      keyOf={({ hash }) => hash}
      columns={[
        canSplit && {
          head: <span className="hidden">Select</span>,
          className: "tick",
          cell: (part) => <PartCheckbox part={part} />,
        },
        {
          head: "Newest event",
          className: "main",
          isRowHead: true,
          cell: (part) => <PartName {...{ project, part }} issue={issue.shortId} />,
        },
        { head: "Events", className: "number", cell: ({ events }) => grouped(events) },
        { head: "Seen", className: "wide", cell: (part) => <Seen part={part} now={now} /> },
        {
          head: "From",
          className: "wide",
          cell: ({ origin }) => (origin ? <code>{origin.shortId}</code> : "–"),
        },
      ]}
    />
  );
}
