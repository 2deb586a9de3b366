import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import type { NewArtifact, NewBundle } from "#server/storage/artifacts/artifact-store.ts";
import type { Bench } from "#tests/storage/contract.ts";

const shop = 7 as ProjectId;
const other = 8 as ProjectId;
const debugId = "5f893743-2cd7-4d06-b95b-f56d6842e40f";
const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const sha1 = (text: string) => createHash("sha1").update(text).digest("hex");

const bundle = (changes: Partial<NewBundle> = {}): NewBundle => ({
  projectId: shop,
  checksum: sha1("bundle"),
  uploadedBy: "sentry-cli/3.8.0",
  uploadedAt: 1_000,
  byteLength: 20,
  ...changes,
});

const files: NewArtifact[] = [
  {
    kind: "minified_source",
    url: "~/a.js",
    debugId,
    sourceMapUrl: "a.js.map",
    content: bytes("code"),
  },
  { kind: "source_map", url: "~/a.js.map", debugId, content: bytes('{"version":3}') },
];

export function artifactContract(bench: Bench): void {
  async function ready(changes: Partial<NewBundle> = {}, content = files): Promise<number> {
    const opened = await bench.store.artifacts.openBundle(bundle(changes));
    await bench.store.artifacts.settleBundle(opened, { state: "ready" }, content);
    return opened.id;
  }

  test("chunks are named by their hash, found by name, and deleted when unused", async () => {
    const { artifacts } = bench.store;
    const [a, b] = [sha1("a"), sha1("b")];
    expect(await artifacts.missingChunks([a, b, a])).toEqual([a, b, a]);
    await artifacts.putChunk({ digest: a, bytes: bytes("a"), at: 1_000 });
    await artifacts.putChunk({ digest: b, bytes: bytes("b"), at: 1_000 });
    await artifacts.putChunk({ digest: a, bytes: bytes("a"), at: 2_000 });
    expect(await artifacts.missingChunks([a, b])).toEqual([]);
    expect(
      (await artifacts.readChunks([b, a]))?.map((chunk) => Buffer.from(chunk).toString()),
    ).toEqual(["b", "a"]);
    expect(await artifacts.evictChunks(1_500)).toBe(1);
    expect(await artifacts.missingChunks([a, b])).toEqual([b]);
    expect(await artifacts.readChunks([a, b])).toBeUndefined();
  });

  test("a checksum is one bundle per project, however often it is requested", async () => {
    const { artifacts } = bench.store;
    const first = await artifacts.openBundle(bundle({ release: "web@1" }));
    expect(first).toMatchObject({
      state: { state: "uploading" },
      release: "web@1",
      fileCount: 0,
      uploadedAt: 1_000,
    });
    expect(await artifacts.openBundle(bundle({ uploadedAt: 9_000 }))).toEqual(first);
    expect((await artifacts.openBundle(bundle({ projectId: other }))).id).not.toBe(first.id);
    expect(await artifacts.bundle(other, first.id)).toBeUndefined();
  });

  test("files are found by debug ID in their project once the bundle is ready", async () => {
    const { artifacts } = bench.store;
    const opened = await artifacts.openBundle(bundle());
    const { id } = opened;
    await artifacts.settleBundle(opened, { state: "assembling" });
    expect([await artifacts.hasAny(shop), await artifacts.byDebugId(shop, debugId)]).toEqual([
      false,
      [],
    ]);
    await artifacts.settleBundle(opened, { state: "ready" }, files);
    await artifacts.settleBundle(opened, { state: "assembling" });
    const kept = { state: { state: "ready" }, fileCount: 2, byteLength: 17 };
    expect(await artifacts.bundle(shop, id), "what is ready stays so").toMatchObject(kept);
    const found = await artifacts.byDebugId(shop, debugId);
    expect(found.map(({ kind, url }) => [kind, url])).toEqual([
      ["source_map", "~/a.js.map"],
      ["minified_source", "~/a.js"],
    ]);
    expect(found[1]).toMatchObject({ bundleId: id, sourceMapUrl: "a.js.map", byteLength: 4 });
    expect(await artifacts.content(shop, found[0]!.id)).toEqual(Buffer.from('{"version":3}'));
    expect(await artifacts.byDebugId(other, debugId)).toEqual([]);
    expect([await artifacts.hasAny(shop), await artifacts.hasAny(other)]).toEqual([true, false]);
  });

  test("files are found by release and URL: the newest upload, and a dist before none", async () => {
    const { artifacts } = bench.store;
    const file = (text: string): NewArtifact[] => [
      { kind: "minified_source", url: "~/a.js", content: bytes(text) },
    ];
    await ready({ checksum: sha1("1"), release: "web@1" }, file("old"));
    await ready({ checksum: sha1("2"), release: "web@1" }, file("new"));
    await ready({ checksum: sha1("3"), release: "web@1", dist: "7" }, file("seven"));
    await ready({ checksum: sha1("4"), release: "web@2" }, file("other release"));
    const text = async (release: string, dist?: string) => {
      const found = await artifacts.byUrl(shop, release, dist, "~/a.js");
      return found && Buffer.from((await artifacts.content(shop, found.id))!).toString();
    };
    expect(await text("web@1")).toBe("new");
    expect(await text("web@1", "7")).toBe("seven");
    expect(await text("web@1", "8")).toBe("new");
    expect(
      (await artifacts.byUrl(shop, "web@1", null, "~/a.js"))?.byteLength,
      "whichever dist",
    ).toBe("seven".length);
    expect(await text("web@3")).toBeUndefined();
    expect(await artifacts.byUrl(other, "web@1", undefined, "~/a.js")).toBeUndefined();
  });

  test("a failed bundle has its reason, and deleting a bundle deletes its files", async () => {
    const { artifacts } = bench.store;
    const failed = await artifacts.openBundle(bundle({ checksum: sha1("broken") }));
    await artifacts.settleBundle(failed, { state: "failed", reason: "It is no zip archive." });
    expect(await artifacts.bundle(shop, failed.id)).toMatchObject({
      state: { state: "failed", reason: "It is no zip archive." },
    });
    const id = await ready();
    await artifacts.removeBundle(other, id);
    expect(await artifacts.files(shop, id)).toHaveLength(2);
    await artifacts.removeBundle(shop, id);
    expect([await artifacts.files(shop, id), await artifacts.bundle(shop, id)]).toEqual([
      [],
      undefined,
    ]);
  });

  test("bundles are listed newest first, page by page", async () => {
    const { artifacts } = bench.store;
    const ids = [];
    for (const name of ["1", "2", "3"])
      ids.push(await ready({ checksum: sha1(name), release: `web@${name}` }));
    const first = await artifacts.bundles(shop, { limit: 2 });
    expect(first.rows.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    const second = await artifacts.bundles(shop, { limit: 2, cursor: first.next! });
    expect([second.rows.map(({ id }) => id), second.next]).toEqual([[ids[0]], undefined]);
    expect(
      (await artifacts.bundles(shop, { release: "web@2", limit: 9 })).rows.map(({ id }) => id),
    ).toEqual([ids[1]]);
  });

  test("seen assets add up and keep the outcome of the last one", async () => {
    const { artifacts } = bench.store;
    const seen = {
      projectId: shop,
      url: "~/a.js",
      debugId,
      frames: 2,
      lastSeen: 1_000,
      outcome: "no-bundle" as const,
    };
    await artifacts.addSeenAssets([seen, { ...seen, url: "~/b.js", frames: 9 }]);
    await artifacts.addSeenAssets([{ ...seen, outcome: "mapped", frames: 3, lastSeen: 2_000 }]);
    expect(await artifacts.seenAssets(shop, 10)).toEqual([
      { ...seen, url: "~/b.js", frames: 9 },
      { ...seen, outcome: "mapped", frames: 5, lastSeen: 2_000 },
    ]);
    expect(await artifacts.seenAssets(other, 10)).toEqual([]);
  });
}
