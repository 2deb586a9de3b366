import { type Database, firstOf } from "#server/storage/database.ts";
import { sql } from "#server/storage/sql.ts";
import type { SettingStore } from "#server/storage/instance/setting-store.ts";

export function settingStore({ query }: Pick<Database, "query">): SettingStore {
  async function get(name: string): Promise<string | undefined> {
    return (
      await firstOf(query<{ value: string }>(sql`SELECT value FROM settings WHERE name = ${name}`))
    )?.value;
  }

  return {
    get,
    set: async (name, value) =>
      void (await query(sql`INSERT INTO settings (name, value) VALUES (${name}, ${value})
        ON CONFLICT (name) DO UPDATE SET value = excluded.value`)),
    async keep(name, value) {
      // Committed before it is read, so that the first one wins.
      await query(
        sql`INSERT INTO settings (name, value) VALUES (${name}, ${value}) ON CONFLICT DO NOTHING`,
      );
      return (await get(name)) ?? value;
    },
    remove: async (name) => void (await query(sql`DELETE FROM settings WHERE name = ${name}`)),
  };
}
