import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Key, Project } from "#server/domain/project/project.ts";
import { settingsFrom } from "#server/domain/project/settings.ts";
import type { Senders } from "#server/storage/processes/admission-store.ts";
import type { SenderDirectory } from "./sender-directory.ts";
import { writeWhole } from "#server/digest/spool/write-whole.ts";

/**
 * The directory on disk, for a process that starts during a database outage. The first line
 * identifies the database; each other line is a key.
 */
type SendersFile = {
  /** Undefined if missing or written for another database. */
  read(): Promise<Senders | undefined>;
  /** Writes if anything changed since the last write. */
  write(directory: SenderDirectory): Promise<void>;
};

type Head = { format: 1; database: string; mark: string };
type Line = { project: Project } | { key: Key };

/**
 * `database` names the database without its password. If a folder is used with another database,
 * the old keys must not be accepted.
 */
export function sendersFile(folder: string, database: string): SendersFile {
  const path = join(folder, "senders.jsonl");
  let written = 0;

  async function readAll(): Promise<Senders | undefined> {
    const lines = createInterface({ input: createReadStream(path, "utf8"), crlfDelay: Infinity });
    const senders: Senders = { mark: "", keys: [], projects: [] };
    let head: Head | undefined;
    for await (const line of lines) {
      if (!head) {
        head = JSON.parse(line) as Head;
        if (head.format !== 1 || head.database !== database) return undefined;
        continue;
      }
      const read = JSON.parse(line) as Line;
      // An earlier version may have written it without newer settings.
      if ("project" in read)
        senders.projects.push({ ...read.project, settings: settingsFrom(read.project.settings) });
      else senders.keys.push(read.key);
    }
    return head && { ...senders, mark: head.mark };
  }

  return {
    read: () =>
      readAll().catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === "ENOENT" || error instanceof SyntaxError)
          return undefined;
        throw error;
      }),
    async write(directory) {
      const changed = directory.changed();
      const mark = directory.mark();
      if (changed === written || mark === undefined) return;
      const head: Head = { format: 1, database, mark };
      await writeWhole(path, withHead(head, directory.lines()));
      written = changed;
    },
  };
}

function* withHead(head: Head, lines: Iterable<string>): Generator<string> {
  yield `${JSON.stringify(head)}\n`;
  yield* lines;
}
