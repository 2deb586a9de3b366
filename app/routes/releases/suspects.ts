import type { AskedInProject } from "#app/guard.ts";
import { ownPaths } from "#app/routes/issues/event/suspect-of-event.ts";
import { suspectCommit } from "#server/domain/release/suspect-commit.ts";
import type { ReleaseReading } from "#server/read/read-release.ts";

/** Short IDs of the issues that each commit may have caused, by the commit's hash. */
export type Suspects = { [commit: string]: string[] };

/** An event is read for each: so many issues explain what a release broke. */
const issuesRead = 5;

/** The commits that touched a file which a new or regressed issue of the release runs through. */
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
