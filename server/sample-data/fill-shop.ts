import { setTimeout } from "node:timers/promises";
import { createHash } from "node:crypto";
import { isProblem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import { replayStretches } from "./replay-stretches.ts";
import type { SampleDeps, SampleOptions } from "./sample-data.ts";
import { seededRandom } from "./seeded-random.ts";
import { type ActDeps, makeRules, muteRules, resolveCart, triageWeek } from "./shop-acts.ts";
import { makeShopBundle, type ShopBundle } from "./shop-bundle.ts";
import { resolvedHours } from "./shop-calendar.ts";
import { checkInsOf } from "./shop-jobs.ts";
import { makeShoppers } from "./shop-people.ts";
import { recordReleases } from "./shop-releases.ts";
import { shopReleases } from "./shop-services.ts";
import { type Stretch, shopWeek } from "./shop-week.ts";
import type { Doer } from "#server/domain/people/audit.ts";

const seed = 20_261_123;

/**
 * Fills a new project with the shop's week: releases, source maps, then all telemetry, with the
 * developers' actions in between.
 */
export async function fillShop(
  deps: SampleDeps,
  project: Project,
  by: Doer,
  { teammates = [] }: SampleOptions,
): Promise<void> {
  const { store, dataFolder, now: clock } = deps;
  const now = clock();
  const acts: ActDeps = {
    store,
    project,
    now,
    viewer: by.viewer,
    people: [by.viewer.user, ...teammates],
  };
  await muteRules(store.alerts, project);
  for (const { id: userId } of teammates)
    await store.members.add({ projectId: project.id, userId, role: "developer" });
  const random = seededRandom(seed);
  const bundles = makeBundles();
  await recordReleases(store.releases, project.id, now);
  for (const [index, bundle] of bundles.entries())
    await upload(deps, project, bundle, shopReleases[index]!);
  const [key] = await store.projects.keys(project.id);
  const destination = { projectId: project.id, publicKey: key!.publicKey };
  const week = shopWeek({ random, now, shoppers: makeShoppers(random), bundles });
  const replay = (part: string, stretches: Iterable<Stretch>) =>
    replayStretches(dataFolder, `sample-${project.id}-${part}`, destination, stretches);
  // In its own batch: between two batches, scheduled work would count check-ins that are still to
  // come as missed.
  await replay("jobs", [{ endHours: 0, requests: checkInsOf(random, now) }]);
  await replay("1", untilHours(week, resolvedHours));
  await resolveCart(acts);
  await replay("2", untilHours(week, 0));
  await triageWeek(acts);
  await makeRules(acts);
  // A replay doesn't record the use of a key.
  await store.keys.used([{ publicKey: key!.publicKey, at: now }]);
}

const makeBundles = (): ShopBundle[] =>
  ["BqYw81x2", "Ck0s7PzD", "Dm4vR2aT"].map((hash, index) =>
    makeShopBundle(`app-${hash}`, `7f3c0000-5d1e-4a00-8000-00000000000${index + 1}`),
  );

/** Returns the part of the week that ends by then and leaves the rest. */
function* untilHours(week: Iterator<Stretch>, hours: number): Generator<Stretch> {
  for (let next = week.next(); !next.done; next = week.next()) {
    yield next.value;
    if (next.value.endHours <= hours) return;
  }
}

/** Half a minute. */
const assemblyAsks = 150;
const askAgainMs = 200;

/** Like build tools: chunks, then a bundle of them. */
async function upload(
  { uploads }: SampleDeps,
  project: Project,
  { archive }: ShopBundle,
  release: string,
) {
  const checksum = createHash("sha1").update(archive).digest("hex");
  const form = new FormData();
  form.append("file", new Blob([archive as BlobPart]), checksum);
  const message = new Response(form);
  const contentType = message.headers.get("content-type")!;
  const kept = await uploads.storeChunks(contentType, new Uint8Array(await message.arrayBuffer()));
  if (isProblem(kept)) throw new Error(kept.detail);
  const asked = {
    projectIds: [project.id],
    checksum,
    chunks: [checksum],
    release,
    uploadedBy: "Sample data",
  };
  let { state, detail } = await uploads.assemble(asked);
  // It responds before it is done if the machine is busy. Build tools poll, too.
  for (let asks = 0; state === "created" && asks < assemblyAsks; asks++) {
    await setTimeout(askAgainMs);
    ({ state, detail } = await uploads.assemble(asked));
  }
  if (state !== "ok")
    throw new Error(`The source map of the sample data is ${state}: ${detail ?? ""}`);
}
