import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { dsnOf, otlpEndpointOf, storeUrlOf } from "#server/domain/project/dsn.ts";
import { chooseGuide, makeGuides } from "./guides.ts";

const key = { publicKey: "0123456789abcdef0123456789abcdef", projectId: 7 as ProjectId };
const url = "https://spoor.example";
const guides = makeGuides({
  dsn: dsnOf(url, key),
  storeUrl: storeUrlOf(url, key),
  otlpEndpoint: otlpEndpointOf(url, key),
  publicKey: key.publicKey,
});

test("a DSN contains key, host with port, base path, and project", () => {
  expect(dsnOf("http://localhost:3000", key)).toBe(
    "http://0123456789abcdef0123456789abcdef@localhost:3000/7",
  );
  expect(dsnOf("https://spoor.example/base", key)).toBe(
    "https://0123456789abcdef0123456789abcdef@spoor.example/base/7",
  );
});

test("every guide names the key and ends with a first event", () => {
  for (const { title, configure, test: steps } of guides) {
    const code = [...configure, ...steps].map((snippet) => snippet.code).join("\n");
    expect(code, title).toContain(key.publicKey);
    expect(steps.length, title).toBeGreaterThan(0);
  }
});

test("a guide is chosen by name, by platform, or else the first", () => {
  expect(chooseGuide(guides, "hono", "python").title).toBe("Hono");
  expect(chooseGuide(guides, "nothing", "python").title).toBe("Python");
  expect(chooseGuide(guides, null, "kotlin").title).toBe("React Router");
});
