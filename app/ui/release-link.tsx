import { href, Link, useLocation, useParams } from "react-router";
import { keptSearch } from "#app/ui/format/scope.ts";
import { versionParts } from "#server/domain/release/short-name.ts";

/** Versions contain `@`, `/`, `+`, and spaces: encoded as a whole. */
export const releasePath = (project: string, version: string): string =>
  `${href("/:project/releases", { project })}/${encodeURIComponent(version)}`;

/** A version as a link to its release, with the distinguishing part emphasized. */
export function ReleaseLink({ version, hash }: { version: string; hash?: string }) {
  const { project = "" } = useParams();
  const { search } = useLocation();
  return (
    <Link
      to={{
        pathname: releasePath(project, version),
        search: keptSearch(search),
        ...(hash && { hash }),
      }}
    >
      <VersionName version={version} />
    </Link>
  );
}

export function VersionName({ version }: { version: string }) {
  const { before, short, after } = versionParts(version);
  return (
    <bdi className="version" title={version}>
      {before}
      <b>{short}</b>
      {after}
    </bdi>
  );
}
