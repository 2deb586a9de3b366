import { chmodSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Names of Spoor's files and folders in a data folder. Other files keep their mode. */
const ownNames =
  /^(?:(?:spoor|artifacts)\.db|server\.lock|secret\.key|process\.name|listening\.url|last-backup\.json|senders\.jsonl|admission\.json)|^(?:telemetry|spool|quarantine|replay|backups|restoring|restored|replaced-.*)$/;

const systemNames = new Set(["lost+found"]);
const rightsOfOthers = 0o077;

/**
 * Removes other users' permissions from the data folder and Spoor's files in it. Returns the number
 * of changed files. The process's umask makes new files private; these are older or were copied
 * here. The folder itself doesn't count: without access to the files, it reveals only names.
 */
export function makePrivate(dataFolder: string): number {
  const names = readdirSync(dataFolder);
  const own = names.filter((name) => ownNames.test(name));
  const corrected = own.reduce((sum, name) => sum + tightenTop(join(dataFolder, name)), 0);
  // A folder that also contains other programs' files may have to stay accessible. Spoor's own
  // files are private by now.
  const isShared = names.some((name) => !ownNames.test(name) && !systemNames.has(name));
  if (!isShared) tightenOne(dataFolder);
  return corrected;
}

/**
 * `telemetry` and `spool` may be symbolic links to folders on other disks. Links inside them are
 * not followed.
 */
function tightenTop(path: string): number {
  return namesIn(path).reduce((sum, name) => sum + tighten(join(path, name)), tightenOne(path));
}

const tighten = (path: string): number => (isLink(path) ? 0 : tightenTop(path));

const isLink = (path: string) =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? true;

/** Empty for a file. */
function namesIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function tightenOne(path: string): number {
  try {
    const { mode } = lstatSync(path);
    if (isLink(path) || (mode & rightsOfOthers) === 0) return 0;
    chmodSync(path, mode & 0o7777 & ~rightsOfOthers);
    return 1;
  } catch {
    // Another user's file, or one that was just deleted.
    return 0;
  }
}
