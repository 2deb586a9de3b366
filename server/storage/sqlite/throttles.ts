import type { ThrottleStore } from "#server/storage/access-store.ts";
import { throttleOf, type ThrottleRow } from "#server/storage/layout/access-rows.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

const select = "SELECT failures, since, until, forget_at FROM throttles WHERE key = ?";
const upsert = `INSERT INTO throttles (key, failures, since, until, forget_at) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET failures = excluded.failures, since = excluded.since, until = excluded.until,
    forget_at = excluded.forget_at`;

export function throttleStore({ reader, writer }: Connections, write: Write): ThrottleStore {
  const get = prepare<ThrottleRow>(reader, select);
  const getToWrite = prepare<ThrottleRow>(writer, select);
  const put = prepare(writer, upsert);
  const clear = prepare(writer, "DELETE FROM throttles WHERE key = ?");
  const removeForgotten = prepare(writer, "DELETE FROM throttles WHERE forget_at <= ?");

  return {
    get: async (key) => stateOf(get.get(key)),
    change: (key, decide) =>
      write(() => {
        const after = decide(stateOf(getToWrite.get(key)));
        if (after) put.run(key, after.failures, after.since, after.until, after.forgetAt);
        return after;
      }),
    clear: (key) => write(() => void clear.run(key)),
    removeForgotten: (now) => write(() => removeForgotten.run(now)),
  };
}

const stateOf = (row: ThrottleRow | undefined) => row && throttleOf(row);
