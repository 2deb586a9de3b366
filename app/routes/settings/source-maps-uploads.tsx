import { href, Link } from "react-router";
import { requireProject } from "#app/guard.ts";
import { Pager } from "#app/ui/pager.tsx";
import type { Route } from "./+types/source-maps-uploads.ts";
import { BundleTable } from "./source-maps/bundle-table.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

const pageLimit = 50;

export async function loader(args: Route.LoaderArgs) {
  const { services, project } = await requireProject(args, "project:read");
  const cursor = args.url.searchParams.get("cursor") ?? undefined;
  const bundles = await services.store.artifacts.bundles(project.id, {
    ...(cursor && { cursor }),
    limit: pageLimit,
  });
  return { bundles, name: project.name, now: services.now() };
}

export default function Uploads({
  loaderData: { bundles, name, now },
  params: { project },
}: Route.ComponentProps) {
  return (
    <>
      <title>{`Uploads · ${name} · Spoor`}</title>
      <SettingsPart
        title={
          <>
            <Link to={href("/:project/settings/source-maps", { project })}>Source maps</Link> /
            Uploads
          </>
        }
        isWide
      >
        {bundles.rows.length === 0 ? (
          <p className="empty">No uploads yet.</p>
        ) : (
          <BundleTable {...{ project, now }} rows={bundles.rows} />
        )}
        <Pager next={bundles.next} label="Pages of uploads" />
      </SettingsPart>
    </>
  );
}
