import type { AskedAboutIssue } from "#app/guard.ts";
import type { ErrorEvent, Frame } from "#server/domain/event/error-event.ts";
import { suspectCommit } from "#server/domain/release/suspect-commit.ts";

/** A suspect commit as shown on the page. */
export type Suspect = {
  id: string;
  message: string;
  author?: string;
  at?: number;
  file: string;
  release: string;
  /** The issue regressed in the release; otherwise, it was new. */
  isRegression: boolean;
};

/** Number of latest releases in which the issue regressed, newest first. */
const mostRegressions = 3;

/**
 * For a release in which the issue was new or regressed and whose commits have files: the releases
 * whose pages list a suspect commit for the issue.
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

/** Paths of in-app frames, in both spellings. */
export function ownPaths({ exceptions }: ErrorEvent): string[] {
  const frames = exceptions.flatMap((exception) => exception.frames);
  return frames
    .filter(({ inApp }) => inApp)
    .flatMap(({ file, absPath }: Frame) => [file, absPath].filter(isThere));
}

const isThere = (path: string | undefined): path is string => path !== undefined && path !== "";
