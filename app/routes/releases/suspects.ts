import type { AskedInProject } from "#app/guard.ts";
import { ownPaths } from "#app/routes/issues/event/suspect-of-event.ts";
import { suspectCommit } from "#server/domain/release/suspect-commit.ts";
import type { ReleaseReading } from "#server/read/read-release.ts";

/** Short IDs of issues that a commit may have caused, by commit hash. */
export type Suspects = { [commit: string]: string[] };

/** An event is read for each: this many issues are enough. */
const issuesRead = 5;

/** Commits that changed a file in the stack of a new or regressed issue of the release. */
export async function suspectsOf(
  { services }: AskedInProject,
  reading: ReleaseReading,
): Promise<Suspects> {
  const commits = reading.commits.filter(({ files }) => files.length > 0);
  const { fresh, regressed } = reading.issueLists;
  const issues = commits.length > 0 ? [...regressed, ...fresh].slice(0, issuesRead) : [];
  const suspects: Suspects = {};
  const views = await Promise.all(issues.map((issue) => services.readEvent(issue, "latest")));
  for (const [index, view] of views.entries()) {
    const found = view && suspectCommit(commits, ownPaths(view.event));
    if (found) (suspects[found.commit.id] ??= []).push(issues[index]!.shortId);
  }
  return suspects;
}
