import { Form, href, Link, redirect } from "react-router";
import { notFound, requireProject } from "#app/guard.ts";
import { counted } from "#server/domain/count.ts";
import { Time } from "#app/ui/format/time.tsx";
import { isProblem } from "#server/domain/problem.ts";
import type { Route } from "./+types/source-maps-remove.ts";
import { uploaderText } from "./source-maps/asset-table.tsx";
import { releaseText } from "./source-maps/bundle-table.tsx";
import { findBundle } from "./source-maps/find-bundle.ts";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

export async function loader(args: Route.LoaderArgs) {
  const asked = await requireProject(args, "release:write");
  const bundle = await findBundle(args, asked);
  return { bundle, name: asked.project.name, now: asked.services.now() };
}

export async function action(args: Route.ActionArgs) {
  const asked = await requireProject(args, "release:write");
  const { id } = await findBundle(args, asked);
  const removed = await asked.services.commands.removeBundle(asked, asked.project, id);
  if (isProblem(removed)) throw notFound(args, removed.detail);
  return redirect(href("/:project/settings/source-maps", { project: asked.project.slug }), 303);
}

export default function RemoveUpload({
  loaderData: { bundle, name, now },
  params,
}: Route.ComponentProps) {
  const release = releaseText(bundle);
  return (
    <>
      <title>{`Remove upload ${bundle.id} · ${name} · Spoor`}</title>
      <SettingsPart
        title={`Remove upload ${bundle.id}?`}
        text={
          <>
            {counted(bundle.fileCount, "file")}
            {release && ` of ${release}`}, uploaded <Time at={bundle.uploadedAt} now={now} />{" "}
            {uploaderText(bundle.uploadedBy)}. Events that use its source maps show minified code
            until you upload them again.
          </>
        }
      >
        <Form method="post" className="row">
          <button className="danger">Remove upload</button>
          <Link
            className="button quiet"
            to={href("/:project/settings/source-maps/uploads/:bundle", params)}
          >
            Cancel
          </Link>
        </Form>
      </SettingsPart>
    </>
  );
}
