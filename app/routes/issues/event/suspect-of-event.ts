import type { AskedAboutIssue } from "#app/guard.ts";
import type { ErrorEvent, Frame } from "#server/domain/event/error-event.ts";
import { suspectCommit } from "#server/domain/release/suspect-commit.ts";

/** A commit that the error may come from, as the page prints it. */
export type Suspect = {
  id: string;
  message: string;
  author?: string;
  at?: number;
  file: string;
  release: string;
  /** The issue came back in the release; else it was new in it. */
  isRegression: boolean;
};

/** Of the releases that the issue came back in last, the newest first. */
const mostRegressions = 3;

/**
 * Of a release that the issue came back in or was new in, where it has told its commits and the
 * files they touched: the releases whose own pages name a commit as suspect for the issue.
 */
export async function suspectOfEvent(
  asked: AskedAboutIssue,
  event: ErrorEvent,
): Promise<Suspect | undefined> {
  const { services, issue } = asked;
  const { firstRelease, projectId } = issue;
  const paths = ownPaths(event);
  if (paths.length === 0) return undefined;
  const regressed = await regressedIn(asked);
  for (const release of new Set([
    ...regressed,
    ...(firstRelease === undefined ? [] : [firstRelease]),
  ])) {
    const found = suspectCommit(await services.store.releases.commits(projectId, release), paths);
    if (!found) continue;
    const { id, message, author, authorEmail, at } = found.commit;
    const isRegression = regressed.includes(release);
    return {
      id,
      message,
      author: author ?? authorEmail,
      at,
      file: found.file,
      release,
      isRegression,
    };
  }
  return undefined;
}

async function regressedIn({
  services,
  issue: { projectId, id },
}: AskedAboutIssue): Promise<string[]> {
  const acts = await services.store.issues.activity(projectId, id);
  const releases = acts.flatMap(({ what }) =>
    what.kind === "regressed" ? (what.release ?? []) : [],
  );
  return [...new Set(releases)].slice(0, mostRegressions);
}

/** Where the application's own code stands, in both spellings that a frame may have. */
export function ownPaths({ exceptions }: ErrorEvent): string[] {
  const frames = exceptions.flatMap((exception) => exception.frames);
  return frames
    .filter(({ inApp }) => inApp)
    .flatMap(({ file, absPath }: Frame) => [file, absPath].filter(isThere));
}

const isThere = (path: string | undefined): path is string => path !== undefined && path !== "";
