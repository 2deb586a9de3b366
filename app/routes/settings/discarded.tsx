import { data, Form, href, redirect } from "react-router";
import { requireProject } from "#app/guard.ts";
import { grouped } from "#server/domain/count.ts";
import { Time } from "#app/ui/format/time.tsx";
import type { IssueId } from "#server/domain/ids.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { Discarded } from "#server/storage/discards/discard-store.ts";
import type { Route } from "./+types/discarded.ts";
import { isSaved, Saved, savedAt } from "./saved.tsx";
import { Table } from "#app/ui/table.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

export async function loader(args: Route.LoaderArgs) {
  const { services, project } = await requireProject(args, "project:read");
  const { discards } = services.store;
  const [discarded, emptying] = await Promise.all([
    discards.list(project.id),
    discards.emptying(project.id),
  ]);
  return { name: project.name, discarded, emptying, saved: isSaved(args.url), now: services.now() };
}

/** `lift`, with the deleted issue's number in `issue`. */
export async function action(args: Route.ActionArgs) {
  const asked = await requireProject(args, "issue:triage");
  const form = await args.request.formData();
  const issueId = Number(form.get("issue")) as IssueId;
  const problem =
    form.get("intent") === "lift"
      ? await asked.services.commands.liftDiscard(asked, asked.project, issueId)
      : unknown;
  if (isProblem(problem)) return data({ refused: problem.detail }, { status: 422 });
  return redirect(
    savedAt(href("/:project/settings/discarded", { project: asked.project.slug })),
    303,
  );
}

const unknown = { problem: "invalid", detail: "Invalid request." } as const;

export default function DiscardedPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, discarded, emptying, saved, now } = loaderData;
  return (
    <>
      <title>{`Discarded issues · ${name} · Spoor`}</title>
      <SettingsPart
        title="Discarded issues"
        text="Events of these deleted issues are counted and not stored."
        isWide
      >
        <Saved saved={saved && !actionData} />
        {actionData && (
          <p className="error" role="alert">
            {actionData.refused}
          </p>
        )}
        {emptying > 0 && (
          <p>Events of {grouped(emptying)} deleted issues are still being removed.</p>
        )}
        <DiscardedTable discarded={discarded} now={now} />
      </SettingsPart>
    </>
  );
}

function DiscardedTable({ discarded, now }: { discarded: Discarded[]; now: number }) {
  return (
    <Table
      caption="Issues whose future events are discarded"
      rows={discarded}
      keyOf={({ issueId }) => issueId}
      columns={[
        {
          head: "Issue",
          className: "main",
          cell: ({ shortId, title }) => (
            <>
              <code>{shortId}</code> {title}
            </>
          ),
        },
        {
          head: "Deleted",
          cell: ({ at, byName }) => (
            <>
              <Time at={at} now={now} /> by {byName ?? "a former user"}
            </>
          ),
        },
        {
          head: "Discarded events",
          className: "number wide",
          cell: ({ dropped }) => grouped(dropped),
        },
        {
          head: "Last event",
          className: "wide",
          cell: ({ lastDroppedAt }) =>
            lastDroppedAt === undefined ? "–" : <Time at={lastDroppedAt} now={now} />,
        },
        { head: <span className="hidden">Actions</span>, cell: (each) => <LiftForm {...each} /> },
      ]}
      empty={
        <p className="empty">
          No discarded issues. To discard future events, delete an issue and select that option.
        </p>
      }
    />
  );
}

const LiftForm = ({ issueId, shortId }: Discarded) => (
  <Form method="post">
    <input type="hidden" name="issue" value={issueId} />
    <button name="intent" value="lift" aria-label={`Restore ${shortId}`}>
      Restore
    </button>
  </Form>
);
