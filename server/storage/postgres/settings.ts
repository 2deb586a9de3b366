import type { SettingStore } from "#server/storage/store.ts";
import type { Database } from "./database.ts";

type SettingRow = { value: string };

const select = "SELECT value FROM settings WHERE name = $1";
const upsert = `INSERT INTO settings (name, value) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
const insert = "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";

export function settingStore({ query }: Database): SettingStore {
  const get = async (name: string) => (await query<SettingRow>(select, name))[0]?.value;
  return {
    get,
    set: async (name, value) => void (await query(upsert, name, value)),
    async keep(name, value) {
      // By itself, and committed before it is read: whoever came first has won by then.
      await query(insert, name, value);
      return (await get(name)) ?? value;
    },
    remove: async (name) => void (await query("DELETE FROM settings WHERE name = $1", name)),
  };
}
