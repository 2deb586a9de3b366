import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import type { SeenAsset } from "#server/storage/artifacts/artifact-store.ts";
import { createSeenAssets, mostGathered } from "./seen-assets.ts";

const seen = (url: string, changes: Partial<SeenAsset> = {}): SeenAsset => ({
  projectId: 7 as ProjectId,
  url,
  outcome: "no-bundle",
  frames: 2,
  lastSeen: 1_000,
  ...changes,
});

function gathering() {
  const written: SeenAsset[][] = [];
  return {
    written,
    ...createSeenAssets({ addSeenAssets: async (seenAssets) => void written.push(seenAssets) }),
  };
}

test("a repeated asset is one row with summed frames", async () => {
  const { see, flush, written } = gathering();
  see([seen("a.js"), seen("b.js"), seen("a.js", { outcome: "mapped", lastSeen: 2_000 })]);
  await flush();
  await flush();
  expect(written).toEqual([
    [seen("a.js", { outcome: "mapped", frames: 4, lastSeen: 2_000 }), seen("b.js")],
  ]);
});

test("a flood of names is limited; known ones still count, and a flush makes room", async () => {
  const { see, flush, written } = gathering();
  see(Array.from({ length: mostGathered + 5 }, (_, number) => seen(`${number}.js`)));
  see([seen("0.js"), seen("late.js")]);
  await flush();
  see([seen("late.js")]);
  await flush();
  expect(written.map(({ length }) => length)).toEqual([mostGathered, 1]);
  expect(written[0]![0]).toEqual(seen("0.js", { frames: 4 }));
});

test("keeps failed writes and adds new ones", async () => {
  const written: number[] = [];
  let isAway = true;
  const seenAssets = createSeenAssets({
    async addSeenAssets(given) {
      if (isAway) throw new Error("It does not answer.");
      written.push(...given.map(({ frames }) => frames));
    },
  });
  const asset = { projectId: 1, url: "a.js", frames: 2 } as never;
  seenAssets.see([asset]);
  await expect(seenAssets.flush()).rejects.toThrow("not answer");
  seenAssets.see([asset]);
  isAway = false;
  await seenAssets.flush();
  await seenAssets.flush();
  expect(written).toEqual([4]);
});
