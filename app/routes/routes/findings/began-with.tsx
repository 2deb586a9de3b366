import { Link, useParams } from "react-router";
import type { AskedInProject } from "#app/guard.ts";
import { CommitSubject } from "#app/routes/releases/commits.tsx";
import { releasePath } from "#app/ui/release-link.tsx";
import { counted } from "#server/domain/count.ts";
import { versionLabel } from "#server/domain/release/mark.ts";
import { suspectOfRoutes } from "#server/domain/release/suspect-commit.ts";
import type { ShownFix } from "./shown-findings.ts";

/** A release's commits, and the one that changed the route's module, or its only one. */
export type Change = { release: string; commits: number; commit?: { id: string; message: string } };

type Asked = Pick<AskedInProject, "services" | "project">;

/** By fix; undefined if it is not sure with which release it began. */
export async function readChanges(
  asked: Asked,
  fixes: readonly ShownFix[],
): Promise<(Change | undefined)[]> {
  const releases = new Set(fixes.flatMap(({ since }) => since?.release ?? []));
  const known = new Map(
    await Promise.all(
      [...releases].map(async (release) => [release, await commitsOf(asked, release)] as const),
    ),
  );
  return fixes.map(({ since }) => since && changeOf(since, known.get(since.release)!));
}

/** What changed these routes in a release. */
export const readChange = async (asked: Asked, since: Since): Promise<Change> =>
  changeOf(since, await commitsOf(asked, since.release));

type Since = NonNullable<ShownFix["since"]>;
type Commits = Awaited<ReturnType<typeof commitsOf>>;

const commitsOf = ({ services, project }: Asked, release: string) =>
  services.store.releases.commits(project.id, release);

function changeOf({ release, routeIds }: Since, commits: Commits): Change {
  const suspect = commits.length === 1 ? commits[0] : suspectOfRoutes(commits, routeIds);
  return {
    release,
    commits: commits.length,
    ...(suspect && { commit: { id: suspect.id, message: suspect.message } }),
  };
}

/** `Since web@2.4.1, suspect commit 9be4517 Check stock before asking for payment methods` */
export function BeganWith({ release, commits, commit }: Change) {
  const { project = "" } = useParams();
  const to = `${releasePath(project, release)}#commits`;
  return (
    <small>
      Since{" "}
      <Link to={releasePath(project, release)}>
        <bdi>{versionLabel(release)}</bdi>
      </Link>
      {commit && (
        <>
          {commits > 1 ? ", suspect commit " : ", commit "}
          <Link to={to}>
            <code>{commit.id.slice(0, 7)}</code>
          </Link>{" "}
          <CommitSubject message={commit.message} />
        </>
      )}
      {!commit && commits > 1 && (
        <>
          , <Link to={to}>{counted(commits, "commit")}</Link>
        </>
      )}
    </small>
  );
}
