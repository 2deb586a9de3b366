import { afterAll, beforeAll, expect, test } from "vitest";
import type { Issue } from "#server/domain/issue/issue.ts";
import { openPostgresStore } from "#server/storage/postgres/open.ts";
import { releaseKey } from "#server/storage/digest/digest-store.ts";
import type { Store } from "#server/storage/store.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import { noChanges } from "#tests/storage/no-changes.ts";
import { digestSamples, newProject, noon } from "#tests/storage/sample.ts";

let server: TestPostgres;
let store: Store;

beforeAll(async () => {
  server = await startPostgres();
  store = await openPostgresStore(await server.create(), { process: "only", connections: 2 });
});
afterAll(async () => {
  await store.close();
  await server.stop();
});

// PostgreSQL cannot store unpaired surrogates and U+0000; all are read as U+FFFD.
const odd = ["a\uD800", "a\uDBFF", "a\0"];

test("texts that become equal in the database count as one", async () => {
  const project = await newProject(store);
  const samples = odd.map((text) => ({
    issue: "one",
    name: text,
    environment: text,
    release: text,
    tags: [[text, text]] as [string, string][],
  }));
  const issue = [...(await digestSamples(store, project, samples)).values()][0]!;
  expect(await store.issues.tags(project.id, issue.id, { values: 5 })).toMatchObject([
    { key: "a\uFFFD", total: 3, distinct: 1, values: [{ value: "a\uFFFD", count: 3 }] },
  ]);
  expect(
    await store.traffic.hours(project.id, { until: noon, hours: 1, environment: odd[1]! }),
  ).toEqual([3]);
});

test("a release is recognized by its original name", async () => {
  const { id: projectId } = await newProject(store);
  const releases = odd.map((version) => ({ projectId, version }));
  await store.digest((transaction) =>
    transaction.save({
      ...noChanges,
      releases: [{ ...releases[0]!, firstAt: noon, lastAt: noon, receivedAt: noon }],
    }),
  );
  const seen = await store.digest((transaction) => transaction.releasesSeen(releases), [projectId]);
  expect(seen).toEqual(new Map(releases.map((release) => [releaseKey(release), noon])));
});

test("recent activity is listed beside activities with such texts", async () => {
  const project = await newProject(store);
  // The title in the log is cut within the last pair.
  const samples = odd.map((name, at) => ({
    issue: `${at}`,
    name,
    type: "E",
    value: "😀".repeat(150),
  }));
  const [into, ...from] = [...(await digestSamples(store, project, samples)).values()] as [
    Issue,
    ...Issue[],
  ];
  const act = {
    projectId: project.id,
    issueId: into.id,
    at: noon,
    by: { kind: "system" },
  } as const;
  const activities = odd.map((release) => ({
    ...act,
    what: { kind: "first-seen", release } as const,
  }));
  await store.digest((transaction) => transaction.save({ ...noChanges, activities }), [project.id]);
  await store.groupings.merge(project.id, {
    ...act,
    into: into.id,
    from: from.map(({ id }) => id),
  });
  const asked = { projectId: project.id, since: 0, limit: 10 };
  expect(await store.traffic.happened({ ...asked, what: "first-seen" })).toHaveLength(6);
});
