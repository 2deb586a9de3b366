import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Issue } from "#server/domain/issue/issue.ts";
import { reopen, resolve } from "#server/domain/issue/triage.ts";
import { openPostgresStore } from "#server/storage/postgres/open.ts";
import type { Store } from "#server/storage/store.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import { moveAll } from "#tests/storage/issues/grouping-contract.ts";
import {
  dayMs,
  digestSamples,
  hashOf,
  newProject,
  noon,
  type Sample,
} from "#tests/storage/sample.ts";

const by = { kind: "system" } as const;
let server: TestPostgres;
let url: string;
let store: Store;

beforeAll(async () => {
  server = await startPostgres();
  url = await server.create();
  await (await openPostgresStore(url, { process: "first", connections: 1 })).close();
});
afterAll(() => server.stop());

beforeEach(async () => {
  await server.reset(url);
  store = await openPostgresStore(url, { process: "counts", connections: 4 });
});
afterEach(() => store.close());

const sample = (
  issue: string,
  name: string,
  day: number,
  environment: string,
  os: string,
): Sample => ({
  issue,
  name,
  environment,
  at: noon - day * dayMs,
  user: `${name[0]}${day}`,
  tags: [
    ["os", os],
    [issue, name],
  ],
});

const samples: Sample[] = [
  sample("a", "a1", 1, "live", "mac"),
  sample("a", "a2", 0, "test", "linux"),
  sample("b", "b1", 1, "live", "mac"),
  sample("b", "b2", 0, "dev", "bsd"),
  sample("c", "c1", 1, "test", "linux"),
  sample("d", "d1", 0, "live", "mac"),
];

test("issue counts equal a full recount, whatever members do", async () => {
  const project = await newProject(store);
  const issues = await digestSamples(store, project, samples);
  const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => issues.get(name)!) as [
    Issue,
    Issue,
    Issue,
    Issue,
  ];
  await expectTrue();
  await store.issues.transition(project.id, [a.id, c.id], (issue) =>
    resolve(issue, { kind: "now" }, noon, by),
  );
  await store.issues.transition(project.id, [a.id], (issue) => reopen(issue, noon, by));
  await expectTrue();
  await store.groupings.merge(project.id, { from: [b.id, c.id], into: a.id, at: noon, by });
  await expectTrue();
  await moveAll(store);
  const name = { type: "Error", value: "apart", culprit: "" };
  await store.groupings.split(project.id, {
    issue: a.id,
    hashes: [hashOf("b")],
    name,
    at: noon,
    by,
  });
  await expectTrue();
  await moveAll(store);
  await expectTrue();
  const user = await store.people.create({ ...person, createdAt: noon });
  if (user === "taken") throw new Error("Nobody else is there");
  const act = { intent: "delete", discard: true } as const;
  const bulk = {
    projectId: project.id,
    by: user.id,
    at: noon,
    act,
    filter: { query: anything },
    total: 2,
  };
  await store.bulk.begin(bulk, { issueIds: [a.id, d.id] }, () => act);
  await expectTrue();
  expect(await store.issues.counts(project.id)).toMatchObject({ all: 1 });
});

const anything = { states: [], levels: [], words: [] };
const person = { email: "ada@example.org", name: "Ada", role: "owner", passwordHash: "x" } as const;

/** Stored counts, and a recount. */
const kept = [
  {
    counted: "SELECT environment_id, state, substate, issues FROM issue_counts WHERE issues <> 0",
    anew: `SELECT e.environment_id, i.state, i.substate, count(*) AS issues FROM issues i
      JOIN (SELECT issue_id, environment_id FROM issue_environments UNION ALL SELECT id, 0 FROM issues) e ON e.issue_id = i.id
      GROUP BY 1, 2, 3`,
  },
  {
    counted: "SELECT key, value, issues FROM tag_terms",
    anew: `SELECT key, value, count(*) AS issues FROM issue_tags GROUP BY 1, 2
      UNION ALL SELECT key, NULL, count(*) FROM issue_tag_keys GROUP BY 1`,
  },
  {
    counted: "SELECT issue_id, key, distinct_values FROM issue_tag_keys",
    anew: "SELECT issue_id, key, count(*) AS distinct_values FROM issue_tags GROUP BY 1, 2",
  },
  {
    counted: "SELECT issue_id, words FROM issue_words",
    anew: String.raw`SELECT id AS issue_id, lower(type || E'\n' || value || E'\n' || culprit || E'\n\n') AS words FROM issues`,
  },
];

async function expectTrue(): Promise<void> {
  const sql = postgres(url, { max: 1 });
  for (const { counted, anew } of kept) {
    const rows = async (text: string) =>
      (await sql.unsafe(text)).map((row) => JSON.stringify(row)).toSorted();
    expect(await rows(counted)).toEqual(await rows(anew));
  }
  await sql.end();
}
