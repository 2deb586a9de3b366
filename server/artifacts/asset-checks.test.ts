import { expect, test } from "vitest";
import type { Artifact, Bundle } from "#server/domain/artifact/artifact.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { SeenAsset } from "#server/storage/artifacts/artifact-store.ts";
import { assetChecks } from "./asset-checks.ts";

const projectId = 7 as ProjectId;
const seen = (changes: Partial<SeenAsset> = {}): SeenAsset => ({
  projectId,
  url: "https://shop.example/a.js",
  debugId: "id",
  outcome: "no-bundle",
  frames: 2,
  lastSeen: 1_000,
  ...changes,
});
const file = (kind: Artifact["kind"]): Artifact => ({
  id: 1,
  bundleId: 3,
  kind,
  url: "~/a.js",
  byteLength: 1,
});

/** Files of the debug ID with their upload times. */
async function nowOf(asset: SeenAsset, files: Artifact[], uploadedAt = 2_000): Promise<string> {
  const check = assetChecks({
    seenAssets: async () => [asset],
    byDebugId: async () => files,
    byUrl: async () => undefined,
    bundle: async () => ({ id: 3, uploadedAt, uploadedBy: "form" }) as Bundle,
  });
  return (await check(projectId, { limit: 10 })).rows[0]!.now;
}

test("current uploads decide, not the last event's outcome", async () => {
  expect(await nowOf(seen(), [])).toBe("no-bundle");
  expect(await nowOf(seen(), [file("source_map")])).toBe("mapped-since");
  expect(await nowOf(seen({ outcome: "mapped" }), [file("source_map")])).toBe("mapped");
  expect(await nowOf(seen({ outcome: "mapped" }), []), "removed since").toBe("no-bundle");
  expect(await nowOf(seen(), [file("minified_source")])).toBe("no-map");
  const { debugId: _, ...unnamed } = seen({ outcome: "mapped" });
  expect(await nowOf(unnamed, [])).toBe("no-debug-id");
});

test("an ineffective map is not offered again; a later one is", async () => {
  const broken = seen({ outcome: "broken-map", lastSeen: 3_000 });
  expect(await nowOf(broken, [file("source_map")], 2_000)).toBe("broken-map");
  expect(await nowOf(broken, [file("source_map")], 4_000)).toBe("mapped-since");
  expect(
    await nowOf(seen({ outcome: "unread", lastSeen: 3_000 }), [file("source_map")], 2_000),
  ).toBe("unread");
});

test("unmapped files come first, page by page, each once", async () => {
  const seenAssets = ["a", "b", "c", "d"].map((url, index) =>
    seen({ url, frames: index, outcome: index < 2 ? "mapped" : "no-bundle" }),
  );
  const check = assetChecks({
    seenAssets: async () => seenAssets,
    byDebugId: async () => [],
    byUrl: async () => undefined,
    bundle: async () => undefined,
  });
  const first = await check(projectId, { limit: 3 });
  const second = await check(projectId, { limit: 3, cursor: first.next! });
  expect([...first.rows, ...second.rows].map(({ url }) => url)).toEqual(["d", "c", "b", "a"]);
  expect([first.total, first.mapped, second.next]).toEqual([4, 2, undefined]);
});
