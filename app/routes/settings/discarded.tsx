import { data, Form, href, redirect } from "react-router";
import { requireProject } from "#app/guard.ts";
import { grouped } from "#app/ui/count.ts";
import { Time } from "#app/ui/time.tsx";
import type { IssueId } from "#server/domain/ids.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { Discarded } from "#server/storage/discard-store.ts";
import type { Route } from "./+types/discarded.ts";
import { isSaved, Saved, savedAt } from "./saved.tsx";

export async function loader(args: Route.LoaderArgs) {
  const { services, project } = await requireProject(args, "project:read");
  const { discards } = services.store;
  const [discarded, emptying] = await Promise.all([discards.list(project.id), discards.emptying(project.id)]);
  return { name: project.name, discarded, emptying, saved: isSaved(args.url), now: services.now() };
}

/** `lift`, with the deleted issue's number in `issue`. */
export async function action(args: Route.ActionArgs) {
  const asked = await requireProject(args, "issue:triage");
  const form = await args.request.formData();
  const issueId = Number(form.get("issue")) as IssueId;
  const problem =
    form.get("intent") === "lift" ? await asked.services.commands.liftDiscard(asked, asked.project, issueId) : unknown;
  if (isProblem(problem)) return data({ refused: problem.detail }, { status: 422 });
  return redirect(savedAt(href("/:project/settings/discarded", { project: asked.project.slug })), 303);
}

const unknown = { problem: "invalid", detail: "Unknown action." } as const;

export default function DiscardedPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, discarded, emptying, saved, now } = loaderData;
  return (
    <>
      <title>{`Discarded issues · ${name} · Spoor`}</title>
      <h1>Discarded issues</h1>
      <Saved saved={saved && !actionData} />
      {actionData && (
        <p className="error" role="alert">
          {actionData.refused}
        </p>
      )}
      {emptying > 0 && <p>Events of {grouped(emptying)} deleted issues are still being removed.</p>}
      {discarded.length === 0 ? (
        <p className="empty">No discarded issues. To discard future events, delete an issue and select that option.</p>
      ) : (
        <DiscardedTable discarded={discarded} now={now} />
      )}
    </>
  );
}

function DiscardedTable({ discarded, now }: { discarded: Discarded[]; now: number }) {
  return (
    <table className="ledger">
      <caption>Deleted issues whose events are discarded</caption>
      <thead>
        <tr>
          <th scope="col">Issue</th>
          <th scope="col">Deleted</th>
          <th scope="col" className="number">
            Discarded since
          </th>
          <th scope="col">Last</th>
          <td>
            <span className="hidden">Restore</span>
          </td>
        </tr>
      </thead>
      <tbody>
        {discarded.map((each) => (
          <Row key={each.issueId} each={each} now={now} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ each, now }: { each: Discarded; now: number }) {
  const { issueId, shortId, title, at, byName, dropped, lastDroppedAt } = each;
  return (
    <tr>
      <th scope="row">
        <code>{shortId}</code> {title}
      </th>
      <td>
        <Time at={at} now={now} /> by {byName ?? "a former user"}
      </td>
      <td className="number">{grouped(dropped)}</td>
      <td>{lastDroppedAt === undefined ? "none" : <Time at={lastDroppedAt} now={now} />}</td>
      <td>
        <Form method="post">
          <input type="hidden" name="issue" value={issueId} />
          <button name="intent" value="lift" aria-label={`Restore ${shortId}`}>
            Restore
          </button>
        </Form>
      </td>
    </tr>
  );
}
