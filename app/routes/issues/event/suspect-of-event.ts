import type { AskedAboutIssue } from "#app/guard.ts";
import type { ErrorEvent, Frame } from "#server/domain/event/error-event.ts";
import { suspectCommit } from "#server/domain/release/suspect-commit.ts";

/** A commit that the error may come from, as the page prints it. */
export type Suspect = { id: string; message: string; author?: string; at?: number; file: string; release: string };

/** Of the release that the issue was new in, where it has told its commits and the files they touched. */
export async function suspectOfEvent(
  { services, issue }: AskedAboutIssue,
  event: ErrorEvent,
): Promise<Suspect | undefined> {
  const { firstRelease: release, projectId } = issue;
  const paths = ownPaths(event);
  if (release === undefined || paths.length === 0) return undefined;
  const found = suspectCommit(await services.store.releases.commits(projectId, release), paths);
  if (!found) return undefined;
  const { id, message, author, authorEmail, at } = found.commit;
  return { id, message, author: author ?? authorEmail, at, file: found.file, release };
}

/** Where the application's own code stands, in both spellings that a frame may have. */
export function ownPaths({ exceptions }: ErrorEvent): string[] {
  const frames = exceptions.flatMap((exception) => exception.frames);
  return frames.filter(({ inApp }) => inApp).flatMap(({ file, absPath }: Frame) => [file, absPath].filter(isThere));
}

const isThere = (path: string | undefined): path is string => path !== undefined && path !== "";
