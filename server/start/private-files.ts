import { chmodSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Names that Spoor gives to files and folders of a data folder. Any other file there is not Spoor's
 * and keeps its mode.
 */
const ownNames =
  /^(?:(?:spoor|artifacts)\.db|server\.lock|secret\.key|process\.name|listening\.url|last-backup\.json|senders\.jsonl|admission\.json)|^(?:telemetry|spool|quarantine|replay|backups|restoring|restored|replaced-.*)$/;

const systemNames = new Set(["lost+found"]);
const rightsOfOthers = 0o077;

/**
 * Removes the rights of other users from the data folder and from Spoor's files in it, and returns
 * how many files had some. The umask of the process makes new files private; these are older, or
 * were copied here. The folder itself, as `mkdir` makes it, does not count: without the files'
 * rights it shows names alone.
 */
export function makePrivate(dataFolder: string): number {
  const names = readdirSync(dataFolder);
  const own = names.filter((name) => ownNames.test(name));
  const corrected = own.reduce((sum, name) => sum + tightenTop(join(dataFolder, name)), 0);
  // A folder that also holds other programs' files may have to stay open to them. Spoor's own files
  // are closed by now.
  const isShared = names.some((name) => !ownNames.test(name) && !systemNames.has(name));
  if (!isShared) tightenOne(dataFolder);
  return corrected;
}

/**
 * `telemetry` and `spool` may be symbolic links to folders on other disks. No link inside them is
 * followed.
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
    // Another user's file, or one that was deleted a moment ago.
    return 0;
  }
}
