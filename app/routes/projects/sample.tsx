import { data, Form, href, Link, redirect } from "react-router";
import type { WaitingHandle } from "#app/enhance/refresh-without-scripts.tsx";
import { useRevalidateWhile } from "#app/enhance/revalidate-while.ts";
import { type AskedByViewer, requireOwner } from "#app/guard.ts";
import { Head } from "#app/ui/head.tsx";
import { statusOf } from "#server/domain/problem-status.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { Route } from "./+types/sample.ts";

export async function loader(args: Route.LoaderArgs) {
  const { project, isLoading } = await requireOwner(args).services.sampleData.state();
  // Opens the project after loading.
  if (project && !isLoading && args.url.searchParams.has("loading"))
    throw redirect(href("/:project", { project: project.slug }));
  return { isLoading, ...(project && { project: { slug: project.slug, name: project.name } }) };
}

export async function action(args: Route.ActionArgs) {
  const asked = requireOwner(args);
  const form = await args.request.formData();
  const answer = form.get("intent") === "remove" ? await remove(asked) : await load(asked);
  return isProblem(answer)
    ? data({ refused: answer.detail }, { status: statusOf(answer) })
    : answer;
}

async function load({ services, viewer, asker }: AskedByViewer): Promise<Response | Problem> {
  const loaded = await services.sampleData.load({ viewer, asker });
  return isProblem(loaded) ? loaded : redirect(`${href("/projects/sample")}?loading`, 303);
}

async function remove({ services, viewer, asker }: AskedByViewer): Promise<Response | Problem> {
  const deletion = await services.sampleData.remove({ viewer, asker });
  if (isProblem(deletion)) return deletion;
  return redirect(
    href("/projects/deletions/:deletion", { deletion: String(deletion.projectId) }),
    303,
  );
}

type Loaded = Route.ComponentProps["loaderData"];

export const handle: WaitingHandle<Loaded> = { waits: ({ isLoading }) => isLoading };

export default function Sample({ loaderData, actionData }: Route.ComponentProps) {
  const { project, isLoading } = loaderData;
  useRevalidateWhile(isLoading, 1000);
  return (
    <>
      <title>Sample data · Spoor</title>
      <Head title="Sample data" />
      {actionData && (
        <p role="alert" className="error">
          {actionData.refused}
        </p>
      )}
      {isLoading ? <Loading /> : project ? <Present {...project} /> : <Offer />}
    </>
  );
}

function Loading() {
  return (
    <output>
      <label>
        Loading sample data… <progress />
      </label>{" "}
      This takes about ten seconds. The project opens when it is done.
    </output>
  );
}

function Present({ slug, name }: { slug: string; name: string }) {
  return (
    <>
      <p>
        Sample data is loaded in the project{" "}
        <Link to={href("/:project", { project: slug })}>{name}</Link>.
      </p>
      <Form method="post">
        <button name="intent" value="remove" className="danger">
          Remove sample data
        </button>
      </Form>
      <p className="meta">
        The project and everything in it is deleted. Other projects are not changed.
      </p>
    </>
  );
}

function Offer() {
  return (
    <>
      <p>
        One week of a shop's data in a separate project: issues with source maps, three releases,
        traces from the click to the query, a slow route, a regression, vitals, monitors, and
        feedback.
      </p>
      <Form method="post">
        <button name="intent" value="load" className="primary">
          Load sample data
        </button>
      </Form>
      <p className="meta">
        It counts in the usage of that project only, and sends no notifications. You can remove it
        with one click.
      </p>
    </>
  );
}
