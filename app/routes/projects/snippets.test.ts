import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { dsnOf, storeUrlOf } from "#server/domain/project/dsn.ts";
import { snippets } from "./snippets.ts";

const key = { publicKey: "0123456789abcdef0123456789abcdef", projectId: 7 as ProjectId };

test("a DSN holds key, host with port, base path and project", () => {
  expect(dsnOf("http://localhost:3000", key)).toBe("http://0123456789abcdef0123456789abcdef@localhost:3000/7");
  expect(dsnOf("https://spoor.example/base", key)).toBe(
    "https://0123456789abcdef0123456789abcdef@spoor.example/base/7",
  );
});

test("every snippet tells where to send to", () => {
  const dsn = dsnOf("https://spoor.example", key);
  const storeUrl = storeUrlOf("https://spoor.example", key);
  for (const { title, code } of snippets({ dsn, storeUrl }))
    expect(code.includes(dsn) || code.includes(storeUrl), title).toBe(true);
});
