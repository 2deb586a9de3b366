import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { shortenedKeys } from "#server/domain/event/derived-tags.ts";
import { readTags, tagPieces, writeTags } from "./event-tags.ts";

type Tags = [string, string][];

const ofServer: Tags = [
  ["plan", "team"],
  ["environment", "production"],
  ["server_name", "shop-2"],
  ["browser", "Chrome 153.0.0"],
  ["browser.name", "Chrome"],
  ["os", "Debian 12.11"],
  ["os.name", "Debian"],
  ["client_os", "Linux"],
  ["client_os.name", "Linux"],
  ["user.email", "ada@example.com"],
];

test.each<[string, Tags]>([
  ["of a server's event", ofServer],
  ["none", []],
  [
    "empty ones",
    [
      ["", ""],
      ["a", ""],
      ["a.name", ""],
    ],
  ],
  [
    "a name that the tag before it does not begin with",
    [
      ["os", "Debian 12"],
      ["os.name", "Linux"],
    ],
  ],
  [
    "a name by itself",
    [
      ["os.name", "Linux"],
      ["os", "Debian 12"],
    ],
  ],
  [
    "marks and other control characters",
    [
      ["a\u001eb", "c\u001fd"],
      ["e", "\u0001"],
      ["\u0002", "f"],
      ["g", "\u001d"],
    ],
  ],
  [
    "what JSON escapes",
    [
      ['a"b', 'c\\d"],["plan","team'],
      ["é", "日本 🐾"],
    ],
  ],
])("tags are read as written: %s", (_, tags) => expect(readTags(writeTags(tags))).toEqual(tags));

test("rows of earlier versions are read", () => {
  expect(readTags(JSON.stringify(ofServer))).toEqual(ofServer);
});

test("tags take half of JSON's size", () => {
  expect(writeTags(ofServer).length).toBeLessThan(JSON.stringify(ofServer).length / 2);
});

/** Same test as `events/statements.sqlite.ts`. */
function has(text: string, key: string, value: string): boolean {
  const { json, pair, name } = tagPieces({ key, value });
  if (text.startsWith("[")) return text.includes(json);
  return text.replaceAll("\u001d", "").includes(pair) || text.includes(name);
}

test("each tag is found, and no other", () => {
  for (const text of [writeTags(ofServer), JSON.stringify(ofServer)]) {
    for (const [key, value] of ofServer) expect(has(text, key, value), key).toBe(true);
    for (const [key, value] of [
      ["os", "Debian"],
      ["os", "Debian 12"],
      ["os.name", "Debian 12.11"],
      ["client_os", "Debian 12.11"],
      ["plan", "tea"],
      ["lan", "team"],
    ] as const)
      expect(has(text, key, value), `${key}:${value}`).toBe(false);
  }
});

test("a value that resembles another tag in JSON is not that tag", () => {
  expect(has(writeTags([["note", '["plan","team"]']]), "plan", "team")).toBe(false);
});

test("SQLite stores every mark", () => {
  const database = new DatabaseSync(":memory:");
  const { text } = database.prepare("SELECT ? AS text").get(writeTags(ofServer)) as {
    text: string;
  };
  database.close();
  expect(readTags(text)).toEqual(ofServer);
});

test("the keys of stored tags keep their positions", () => {
  const stored =
    "level environment release dist transaction logger server_name url user handled mechanism " +
    "browser os client_os runtime device device.family user.id user.email user.username user.ip";
  expect(shortenedKeys.join(" ")).toBe(stored);
});
