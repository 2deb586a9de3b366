import { Link } from "react-router";
import type { WaitingHandle } from "#app/enhance/refresh-without-scripts.tsx";
import { useRevalidateWhile } from "#app/enhance/revalidate-while.ts";
import { notFound, requireViewer } from "#app/guard.ts";
import { grouped } from "#server/domain/count.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Route } from "./+types/deletion.ts";

/** The project no longer has members: only the user who deleted it and owners can see this. */
export async function loader(args: Route.LoaderArgs) {
  const { services, viewer } = requireViewer(args);
  const id = Number(args.params.deletion);
  const deletion = Number.isSafeInteger(id)
    ? await services.store.deletions.find(id as ProjectId)
    : undefined;
  if (!deletion || (viewer.user.role !== "owner" && deletion.askedBy !== viewer.user.id))
    throw notFound(args, "This deletion doesn't exist.");
  const { name, slug, total, done, endedAt } = deletion;
  return { name, slug, total, done, ended: endedAt !== undefined };
}

type Loaded = Route.ComponentProps["loaderData"];

export const handle: WaitingHandle<Loaded> = { waits: ({ ended }) => !ended };

export default function DeletionPage({ loaderData }: Route.ComponentProps) {
  const { name, slug, total, done, ended } = loaderData;
  useRevalidateWhile(!ended, 1000);
  return (
    <>
      <title>{`${ended ? "Deleted" : "Deleting"}: ${name} · Spoor`}</title>
      <h1>{ended ? `${name} is deleted` : `Deleting ${name}`}</h1>
      {!ended && (
        <p>
          <label>
            Issues and days of telemetry <progress max={Math.max(1, total)} value={done} />
          </label>{" "}
          {grouped(done)} of {grouped(total)}
        </p>
      )}
      <p>
        {ended
          ? `Deleted ${slug} with all its data.`
          : "Its keys and pages no longer work. Deletion continues in the background."}
      </p>
      <p>
        <Link to="/">All projects</Link>
      </p>
    </>
  );
}
