import { href, Link } from "react-router";
import { requireProject } from "#app/guard.ts";
import { bytesText } from "#app/ui/format/bytes.ts";
import { Table } from "#app/ui/table.tsx";
import type { Artifact, ArtifactKind } from "#server/domain/artifact/artifact.ts";
import { counted } from "#server/domain/count.ts";
import { Facts } from "#app/ui/facts.tsx";
import { Time } from "#app/ui/format/time.tsx";
import { may } from "#server/domain/people/permission.ts";
import type { Route } from "./+types/source-maps-upload.ts";
import { uploaderText } from "./source-maps/asset-table.tsx";
import { BundleStateText } from "./source-maps/bundle-state.tsx";
import { releaseText } from "./source-maps/bundle-table.tsx";
import { findBundle } from "./source-maps/find-bundle.ts";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

export async function loader(args: Route.LoaderArgs) {
  const asked = await requireProject(args, "project:read");
  const { services, viewer, project } = asked;
  const bundle = await findBundle(args, asked);
  const files = await services.store.artifacts.files(bundle.projectId, bundle.id);
  const uploaded = args.url.searchParams.has("uploaded");
  const mayRemove = may(viewer, "release:write", project.id);
  return { bundle, files, uploaded, mayRemove, name: project.name, now: services.now() };
}

export default function Upload({ loaderData, params }: Route.ComponentProps) {
  const { bundle, files, uploaded, mayRemove, name, now } = loaderData;
  const { uploadedAt, uploadedBy, byteLength, state } = bundle;
  return (
    <>
      <title>{`Upload ${bundle.id} · ${name} · Spoor`}</title>
      <SettingsPart
        title={
          <>
            <Link to={href("/:project/settings/source-maps", { project: params.project })}>
              Source maps
            </Link>{" "}
            / Upload {bundle.id}
          </>
        }
        isWide
      >
        {uploaded && (
          <output>{counted(files.length, "file")} uploaded. New events use them.</output>
        )}
        <Facts
          facts={[
            ["Status", <BundleStateText key="state" state={state} />],
            ["Uploaded", <Time key="at" at={uploadedAt} now={now} />],
            ["By", uploaderText(uploadedBy).replace(/^by /, "")],
            ["Release", releaseText(bundle) ?? "None: matched by debug ID"],
            ["Size", bytesText(byteLength)],
          ]}
        />
        {files.length > 0 && <FileTable files={files} />}
        {mayRemove && (
          <p>
            <Link to={href("/:project/settings/source-maps/uploads/:bundle/remove", params)}>
              Remove upload…
            </Link>
          </p>
        )}
      </SettingsPart>
    </>
  );
}

const kindNames: { [Kind in ArtifactKind]: string } = {
  minified_source: "Script",
  source_map: "Source map",
  source: "Source",
  other: "Other",
};

function FileTable({ files }: { files: Artifact[] }) {
  return (
    <Table
      caption="Files of this upload"
      rows={files}
      keyOf={({ id }) => id}
      columns={[
        { head: "File", className: "main file", cell: ({ url }) => <code>{url}</code> },
        { head: "Type", cell: ({ kind }) => kindNames[kind] },
        {
          head: "Debug ID",
          className: "wide",
          cell: ({ debugId }) => (debugId === undefined ? "–" : <code>{debugId}</code>),
        },
        { head: "Size", className: "number", cell: ({ byteLength }) => bytesText(byteLength) },
      ]}
    />
  );
}
