import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { hourMs } from "#server/domain/time.ts";
import { RowRoom } from "#server/storage/layout/row-room.ts";
import type { SessionChange } from "#server/storage/releases/release-store.ts";
import { addSessions } from "#server/storage/releases/changes.sqlite.ts";
import { mainFormat } from "#server/storage/formats.ts";
import { noon } from "#tests/storage/sample.ts";

function session(hashes: string[], crashed = false): SessionChange {
  const counts = { sessions: hashes.length, crashed: 0, errored: 0, abnormal: 0 };
  const place = {
    projectId: 1 as ProjectId,
    release: "web@1",
    environment: "",
    hour: noon - (noon % hourMs),
  };
  return { ...place, ...counts, users: hashes.map((hash) => ({ hash, crashed })) };
}

test("beyond the daily user limit of a release, only known users are distinguished", () => {
  using database = new DatabaseSync(":memory:");
  database.exec(mainFormat.schema);
  database.exec("PRAGMA foreign_keys = OFF");
  const users = () => database.prepare("SELECT user_hash, crashed FROM release_users").all();
  const add = addSessions(database, new RowRoom(2));
  expect(add([session(["a", "a", "b"])])).toEqual([]);
  const over = add([session(["a", "c", "d"], true)]);
  expect(over).toMatchObject([
    { outcome: "over-limit", reason: "users of a release per day", quantity: 3 },
  ]);
  expect(users()).toEqual([
    { user_hash: "a", crashed: 1 },
    { user_hash: "b", crashed: 0 },
  ]);
  expect(addSessions(database, new RowRoom(2))([session(["e"])])).toHaveLength(1);
  expect(database.prepare("SELECT sum(sessions) AS sessions FROM release_hours").get()).toEqual({
    sessions: 7,
  });
});
