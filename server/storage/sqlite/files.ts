import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FileState, FileStore } from "#server/storage/instance/file-store.ts";
import { type Connections, mainFile, telemetryFolder } from "./connections.ts";
import { setAsideFiles } from "./damaged-days.ts";
import type { Day } from "./day-file.ts";
import { type DayFiles, daysIn } from "./day-files.ts";
import { headerOf } from "./day-header.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

type Row = {
  day: Day;
  id: number;
  bytes: number | null;
  modified_at: number | null;
  checked_at: number | null;
};
type Checked = Pick<Row, "bytes" | "modified_at" | "checked_at">;

/** A disk can lose data without changing the file's time. */
const recheckMs = 7 * 86_400_000;

/** Files that retention is deleting are not missing. */
const selectFiles = `SELECT * FROM telemetry_files
  WHERE day NOT IN (SELECT day FROM retention_acts WHERE ended_at IS NULL)`;
const insertFile = "INSERT INTO telemetry_files (day, id) VALUES (?, ?) ON CONFLICT DO NOTHING";
const updateFile =
  "UPDATE telemetry_files SET bytes = ?, modified_at = ?, checked_at = ? WHERE day = ? AND id = ?";

/** For the batch that has just created the file. */
export function registerFile(writer: Connections["writer"]): (day: Day, id: number) => void {
  const insert = prepare(writer, insertFile);
  return (day, id) => void insert.run(day, id);
}

export function fileStore(
  { reader, writer }: Connections,
  write: Write,
  files: DayFiles,
  folder: string,
): FileStore {
  const telemetry = telemetryFolder(folder);
  const registered = prepare<Row>(reader, selectFiles);
  const insert = prepare(writer, insertFile);
  const update = prepare(writer, updateFile);
  const others = new Map<string, Checked>();

  async function register(present: DayState[]): Promise<Row[]> {
    const known = new Set(registered.all().map(nameOf));
    const found = present.filter((state) => !known.has(nameOfState(state)));
    if (found.length > 0)
      await write(() => found.forEach(({ day }) => insert.run(day.name, day.id)));
    return registered.all();
  }

  /**
   * Checks the disk and the table again, because a file may have been created or deleted in
   * between.
   */
  function isMissing({ day, id }: Row): boolean {
    if (headerOf(join(telemetry, `${day}.db`))?.id === id) return false;
    return registered.all().some((row) => row.day === day && row.id === id);
  }

  function isUnchecked(
    { bytes, modifiedAt }: FileState,
    checked: Checked | undefined,
    now: number,
  ): boolean {
    if (!checked || checked.bytes !== bytes || checked.modified_at !== modifiedAt) return true;
    return (checked.checked_at ?? 0) < now - recheckMs;
  }

  return {
    async look(now) {
      const present = new Map(daysIn(telemetry).flatMap((day) => dayState(telemetry, day)));
      const rows = await register([...present.values()].filter(({ isDatabase }) => isDatabase));
      const setAside = setAsideFiles(telemetry);
      const readable = new Set(files.days());
      const isGone = ({ day, id }: Row) => {
        const state = present.get(day);
        return !state || (state.isDatabase && readable.has(day) && state.day.id !== id);
      };
      const gone = withoutSetAside(telemetry, rows.filter(isGone), setAside);
      const checked = new Map(rows.map((row) => [nameOf(row), row]));
      const main = ["spoor.db", "artifacts.db"].flatMap((file) => mainState(folder, file));
      const days = [...present.values()].filter(({ day }) => readable.has(day.name));
      const unchecked = [
        ...main.filter((state) => isUnchecked(state, others.get(state.file), now)),
        ...days.filter((state) => isUnchecked(state, checked.get(nameOfState(state)), now)),
      ];
      const missing = gone.filter(isMissing);
      return { missing: daysOf(missing), setAside: daysOf(setAside), unchecked };
    },
    async noteSound({ file, day, bytes, modifiedAt }, now) {
      if (day) await write(() => void update.run(bytes, modifiedAt, now, day.name, day.id));
      else others.set(file, { bytes, modified_at: modifiedAt, checked_at: now });
    },
    leaveOut: async (day) => files.leaveOut(day),
  };
}

/**
 * Each file set aside explains one that is missing: the one with its ID, or any of its day if the
 * ID is damaged, too.
 */
function withoutSetAside(
  telemetry: string,
  gone: Row[],
  setAside: { day: Day; name: string }[],
): Row[] {
  const idIn = (name: string) => {
    const header = headerOf(join(telemetry, name));
    return header?.isDatabase ? header.id : undefined;
  };
  const files = setAside.map(({ day, name }) => ({ day, id: idIn(name) }));
  const left = gone.filter((row) => !files.some(({ day, id }) => day === row.day && id === row.id));
  for (const { day } of files.filter(({ id }) => id === undefined)) {
    const explained = left.findIndex((row) => row.day === day);
    if (explained >= 0) left.splice(explained, 1);
  }
  return left;
}

const daysOf = (files: { day: Day }[]): Day[] => [...new Set(files.map(({ day }) => day))];
const nameOf = ({ day, id }: Pick<Row, "day" | "id">) => `${day} ${id}`;
const nameOfState = ({ day }: DayState) => nameOf({ day: day.name, id: day.id });

type DayState = FileState & { day: { name: Day; id: number }; isDatabase: boolean };

function dayState(telemetry: string, name: Day): [Day, DayState][] {
  const path = join(telemetry, `${name}.db`);
  const header = headerOf(path);
  if (!header) return [];
  const { isDatabase, id, bytes, modifiedAt } = header;
  return [
    [
      name,
      { file: `telemetry/${name}.db`, path, day: { name, id }, isDatabase, bytes, modifiedAt },
    ],
  ];
}

function mainState(folder: string, file: string): FileState[] {
  const path = file === "spoor.db" ? mainFile(folder) : join(folder, file);
  const header = existsSync(path) ? headerOf(path) : undefined;
  return header ? [{ file, path, bytes: header.bytes, modifiedAt: header.modifiedAt }] : [];
}
