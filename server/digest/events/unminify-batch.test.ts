import { expect, test } from "vitest";
import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import { builtHash } from "#server/domain/grouping/built-hash.ts";
import type { Grouping } from "#server/domain/grouping/grouping.ts";
import type { EventId, FingerprintHash, IssueId, ProjectId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { type DigestTransaction, fingerprintKey } from "#server/storage/digest/digest-store.ts";
import type { Piece } from "#server/digest/absorb.ts";
import type { DigestEvent } from "./digest-event.ts";
import { findIssues } from "./find-issues.ts";
import { unminifyBatch } from "./unminify-batch.ts";

const projectId = 7 as ProjectId;
const hashOf = (name: string) => name as FingerprintHash;
const asBuilt = { platform: "javascript" } as ErrorEvent;
const named = (culprit: string) => ({ type: "TypeError", value: "", culprit });

const event = (hash: string, changes: Partial<DigestEvent> = {}): DigestEvent =>
  ({
    projectId,
    eventId: hash as EventId,
    hash: hashOf(hash),
    ...named("Rd in index.js"),
    receivedAt: 1_000,
    algorithm: "v1",
    body: new Uint8Array(),
    minified: asBuilt,
    ...changes,
  }) as DigestEvent;

const batchOf = (...events: DigestEvent[]) =>
  ({ events, traces: [], vitals: [], outcomes: [] }) as unknown as Piece;

/** Source maps that resolve every event and group it under `hash`. */
const mapsThatSay = (hash: string) => ({
  unminify: async () => ({
    event: asBuilt,
    assets: [{ url: "~/a.js", outcome: "mapped" as const, frames: 2 }],
  }),
  withRuled: (body: Uint8Array) => body,
  describe: () => ({
    name: named("price in src/price.ts"),
    grouping: { hash: hashOf(hash) } as Grouping,
  }),
  see: () => {},
});
const noMaps = { ...mapsThatSay(""), unminify: async () => undefined };

/** Fingerprints and their issues, as in a store. */
function storeOf(known: { [hash: string]: number } = {}) {
  const issues = new Map(Object.entries(known));
  const transaction = {
    issuesFor: async (asked) =>
      new Map(
        asked
          .filter(({ hash }) => issues.has(hash))
          .map((each) => [
            fingerprintKey(each),
            { id: issues.get(each.hash)! as IssueId } as Issue,
          ]),
      ),
    createIssues: async (made) =>
      made.map(({ hash }) => {
        const id = (issues.size + 1) as IssueId;
        issues.set(hash, id);
        return { id } as Issue;
      }),
    issuesCreated: async () => 0,
  } as Pick<DigestTransaction, "issuesFor" | "createIssues" | "issuesCreated"> as DigestTransaction;
  return async (batch: Piece) => {
    const { issues: found, fingerprints } = await findIssues(transaction, batch.events, 1_000);
    for (const { hash, issueId } of fingerprints) if (!issues.has(hash)) issues.set(hash, issueId);
    return batch.events.map((each) => found.get(fingerprintKey(each))!.id as number);
  };
}

test("an event is grouped by its source and recognized by its built stack", async () => {
  const seen: unknown[] = [];
  const parts = {
    ...mapsThatSay("source"),
    see: (seenAssets: unknown[]) => void seen.push(...seenAssets),
  };
  const { events } = await unminifyBatch(batchOf(event("built")), parts);
  expect(events[0]).toMatchObject({ hash: "source", culprit: "price in src/price.ts" });
  expect(events[0]!.aliases).toEqual({ find: ["built"], keep: [builtHash(hashOf("built"))] });
  expect(events[0]!.minified).toBeUndefined();
  expect(seen).toMatchObject([
    { projectId, url: "~/a.js", outcome: "mapped", frames: 2, lastSeen: 1_000 },
  ]);
});

test("without a source map an event keeps its built stack", async () => {
  const { events } = await unminifyBatch(batchOf(event("built")), noMaps);
  expect(events[0]).toMatchObject({ hash: "built", culprit: "Rd in index.js" });
});

test("a late source map splits nothing: the next event joins the earlier issue", async () => {
  const find = storeOf();
  const [before] = await find(await unminifyBatch(batchOf(event("built")), noMaps));
  const [after] = await find(await unminifyBatch(batchOf(event("built")), mapsThatSay("source")));
  const [ofNextBuild] = await find(
    await unminifyBatch(batchOf(event("built anew")), mapsThatSay("source")),
  );
  expect([after, ofNextBuild]).toEqual([before, before]);
});

test("a missing source map splits nothing either", async () => {
  const find = storeOf();
  const [before] = await find(await unminifyBatch(batchOf(event("built")), mapsThatSay("source")));
  expect(await find(await unminifyBatch(batchOf(event("built")), noMaps))).toEqual([before]);
});

test("two errors with equal minified stacks stay two issues", async () => {
  const find = storeOf();
  const [one] = await find(await unminifyBatch(batchOf(event("built")), mapsThatSay("one source")));
  const [two] = await find(
    await unminifyBatch(batchOf(event("built")), mapsThatSay("another source")),
  );
  expect(two).not.toBe(one);
});

test("the last unmapped and first mapped event of a batch form one issue", async () => {
  const without = await unminifyBatch(batchOf(event("built")), noMaps);
  const withMap = await unminifyBatch(batchOf(event("built")), mapsThatSay("source"));
  const ids = await storeOf()(batchOf(...without.events, ...withMap.events));
  expect(new Set(ids).size).toBe(1);
});

const regrouped = (hash: string, before: string) =>
  event(hash, { minified: undefined, formerly: [hashOf(before)] });

test("an event grouped by new rules joins its earlier issue, and so do later ones", async () => {
  const find = storeOf({ before: 41 });
  expect(await find(batchOf(regrouped("after", "before")))).toEqual([41]);
  expect(await find(batchOf(event("after")))).toEqual([41]);
});

test("new rules separate errors that earlier ones did not, unless they have an issue", async () => {
  const batch = batchOf(regrouped("one", "both"), regrouped("other", "both"));
  expect(new Set(await storeOf()(batch)).size).toBe(2);
  expect(await storeOf({ both: 41 })(batch)).toEqual([41, 41]);
});
