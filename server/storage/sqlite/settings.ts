import type { SettingStore } from "#server/storage/store.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

export function settingStore({ reader, writer }: Connections, write: Write): SettingStore {
  const get = prepare<{ value: string }>(reader, "SELECT value FROM settings WHERE name = ?");
  const remove = prepare(writer, "DELETE FROM settings WHERE name = ?");
  const set = prepare(
    writer,
    "INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
  );
  const keep = prepare(writer, "INSERT OR IGNORE INTO settings (name, value) VALUES (?, ?)");
  const kept = prepare<{ value: string }>(writer, "SELECT value FROM settings WHERE name = ?");

  return {
    get: async (name) => get.get(name)?.value,
    set: (name, value) => write(() => void set.run(name, value)),
    keep: (name, value) =>
      write(() => {
        keep.run(name, value);
        return kept.get(name)!.value;
      }),
    remove: (name) => write(() => void remove.run(name)),
  };
}
