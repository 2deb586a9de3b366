import { data, href, Link, redirect } from "react-router";
import { late } from "#app/enhance/late.tsx";
import { requestContext } from "#app/context.ts";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import { requireProject } from "#app/guard.ts";
import { keepRetryAfter, refused } from "#app/routes/session/refused.ts";
import { counted, grouped } from "#server/domain/count.ts";
import { Pager } from "#app/ui/pager.tsx";
import { may } from "#server/domain/people/permission.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { Route } from "./+types/source-maps.ts";
import { AssetTable } from "./source-maps/asset-table.tsx";
import { BundleTable } from "./source-maps/bundle-table.tsx";
import { UploadInstructions } from "./source-maps/upload-instructions.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

const UploadForm = late(async () => (await import("./source-maps/upload-form.tsx")).UploadForm);

const pageLimit = 50;
const newestUploads = 5;

/** The source maps page: the status of every file in stack traces, and how to fix it. */
export async function loader(args: Route.LoaderArgs) {
  const { services, viewer, project } = await requireProject(args, "project:read");
  const cursor = args.url.searchParams.get("cursor") ?? undefined;
  const [checks, bundles] = await Promise.all([
    services.uploads.checkAssets(project.id, { cursor, limit: pageLimit }),
    services.store.artifacts.bundles(project.id, { limit: newestUploads }),
  ]);
  const { publicUrl } = args.context.get(requestContext);
  const mayUpload = may(viewer, "release:write", project.id);
  return { checks, bundles, publicUrl, mayUpload, now: services.now() };
}

/** The body goes directly to the thread for uploads: nothing here parses it. */
export async function action(args: Route.ActionArgs) {
  const { services, project } = await requireProject(args, "release:write");
  const { headers, body } = args.request;
  const taken = await services.uploads.takeForm({
    projectId: project.id,
    contentType: headers.get("content-type") ?? "",
    contentLength: headers.get("content-length"),
    body,
  });
  if (isProblem(taken)) return refused(taken, {}, "files");
  if ("errors" in taken) return data(taken, { status: 422 });
  const params = { project: project.slug, bundle: String(taken.id) };
  return redirect(
    `${href("/:project/settings/source-maps/uploads/:bundle", params)}?uploaded`,
    303,
  );
}

export const headers = keepRetryAfter;

export default function SourceMaps({
  loaderData,
  actionData: wrong,
  params: { project },
}: Route.ComponentProps) {
  const { checks, bundles, publicUrl, mayUpload, now } = loaderData;
  return (
    <>
      <ProjectTitle>Source maps</ProjectTitle>
      <SettingsPart
        title="Source maps"
        text="Upload source maps to see original code. Existing events update, too."
        isWide
      >
        <Seen total={checks.total} mapped={checks.mapped} />
        {checks.rows.length > 0 && <AssetTable {...{ project, now }} rows={checks.rows} />}
        <Pager next={checks.next} label="Pages of files" />
      </SettingsPart>
      <SettingsPart title="Uploads" isWide>
        {bundles.rows.length === 0 ? (
          <p>No uploads yet.</p>
        ) : (
          <BundleTable {...{ project, now }} rows={bundles.rows} />
        )}
        {bundles.next !== undefined && (
          <p>
            <Link to={href("/:project/settings/source-maps/uploads", { project })}>
              All uploads
            </Link>
          </p>
        )}
      </SettingsPart>
      <UploadInstructions {...{ project, publicUrl }} open={bundles.rows.length === 0} />
      {mayUpload && <UploadForm wrong={wrong} />}
    </>
  );
}

function Seen({ total, mapped }: { total: number; mapped: number }) {
  if (total === 0)
    return (
      <p className="empty">
        No files in stack traces yet. They appear here after the first event with a stack trace.
      </p>
    );
  return (
    <p>
      {grouped(mapped)} of {counted(total, "file")} had a source map when last seen.
    </p>
  );
}
