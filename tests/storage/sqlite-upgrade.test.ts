import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Project } from "#server/domain/project/project.ts";
import type { IssueQuery } from "#server/domain/search/issue-query.ts";
import { parseIssueQuery } from "#server/domain/search/parse-issue-query.ts";
import { artifactChain, dayChain, mainChain } from "#server/storage/sqlite/migrations/chain.ts";
import type { Store } from "#server/storage/store.ts";
import { makeOlder } from "./older-file.ts";
import { dayMs, digestSamples, eventIdOf, newProject, noon, type Sample } from "./sample.ts";
import { newFolder, withStore } from "./sqlite-folder.ts";
import { digestTraces, traceFilter, traceIdOf } from "./trace-sample.ts";

// A folder of every older version, with rows in it, opened by today's program: everything is found and goes on.

const samples: Sample[] = [
  { issue: "a", name: "first", user: "ada", environment: "production", release: "1.0", tags: [["browser", "Firefox"]] },
  { issue: "a", name: "second", user: "bob", at: noon + 1, release: "1.1", tags: [["browser", "Chrome"]] },
  { issue: "b", name: "third", at: noon - dayMs, value: "cart is undefined" },
];

const digest = "d".repeat(40);

let filled: string;
let project: Project;
let expected: Awaited<ReturnType<typeof reading>>;

beforeAll(async () => {
  filled = await mkdtemp(join(tmpdir(), "spoor-filled-"));
  await withStore(filled, async (store) => {
    project = await newProject(store, "shop");
    const user = { email: "ada@example.com", name: "Ada", role: "owner", passwordHash: "…", createdAt: noon } as const;
    await store.people.create(user);
    await digestSamples(store, project, samples, { segment: 3, offset: 40 });
    await digestTraces(store, project.id, [{ trace: "t", attributes: ["http.method=GET"] }], {
      segment: 3,
      offset: 50,
    });
    await store.artifacts.putChunk({ digest, bytes: Buffer.from("a piece of a bundle"), at: noon });
    expected = await reading(store);
  });
});
afterAll(() => rm(filled, { recursive: true }));

function queryOf(text: string): IssueQuery {
  const parsed = parseIssueQuery(text);
  if (!("query" in parsed)) throw new Error(`${text} is no query`);
  return parsed.query;
}

/** What the pages ask for. */
async function reading(store: Store) {
  const { id } = project;
  const list = { projectId: id, sort: "last-seen", limit: 50 } as const;
  const search = async (query: string) =>
    (await store.issues.list({ ...list, query: queryOf(query) })).rows.map(({ value }) => value);
  const { rows: issues } = await store.issues.list({ ...list, query: queryOf("") });
  return {
    people: await store.people.list(),
    projects: (await store.projects.list()).map(({ slug, name }) => ({ slug, name })),
    keys: (await store.projects.keys(id)).map(({ publicKey }) => publicKey),
    // Older formats did not say which event is an issue's newest: its next one says so.
    issues: issues.map((issue) => ({ ...issue, newestEventId: undefined })),
    searches: [await search("cart"), await search("browser:Firefox"), await search("release:1.1")],
    counts: await store.issues.counts(id),
    inProduction: await store.issues.counts(id, "production"),
    tags: await Promise.all(issues.map((issue) => store.issues.tags(issue.projectId, issue.id, { values: 5 }))),
    activity: await Promise.all(
      issues.map(async (issue) => (await store.issues.activity(issue.projectId, issue.id)).map(({ what }) => what)),
    ),
    events: await Promise.all(samples.map(({ name }) => store.events.find(id, eventIdOf(name)))),
    latest: await Promise.all(issues.map((issue) => store.events.pick(issue, "latest"))),
    releases: (await store.releases.list({ projectId: id, limit: 10 })).rows.map(({ version }) => version),
    traces: (await store.traces.list(traceFilter(id, { terms: [] }).filter)).rows,
    parts: (await store.traces.find(id, traceIdOf("t")))?.parts.length,
    chunk: await store.artifacts.readChunks([digest]),
    digested: await store.digested(),
  };
}

const withoutTraces = { traces: [], parts: undefined };

async function copyOfFilled(): Promise<string> {
  const folder = await newFolder();
  await cp(filled, folder, { recursive: true });
  return folder;
}

const versionsOf = (chain: readonly string[]) => Array.from({ length: chain.length }, (_, at) => at + 1);

/** It is read as it was, takes more, and is of today's format then. */
async function goesOn(folder: string, without: Partial<typeof expected> = {}): Promise<void> {
  await withStore(
    folder,
    async (store) => {
      expect(await reading(store)).toEqual({ ...expected, ...without });
      await digestSamples(store, project, [{ issue: "a", name: "later", at: noon + 2 }], { segment: 4, offset: 0 });
      expect((await store.events.find(project.id, eventIdOf("later")))!.title).toBe("later");
      expect((await store.issues.find(project.id, { number: 1 }))!.count).toBe(3);
    },
    { recover: true },
  );
}

function versionOf(path: string): unknown {
  using database = new DatabaseSync(path, { readOnly: true });
  return database.prepare("PRAGMA user_version").get()!.user_version;
}

describe("today's program opens what an older one has written", () => {
  test.each(versionsOf(mainChain))("spoor.db of format %i", async (version) => {
    const folder = await copyOfFilled();
    await makeOlder(join(folder, "spoor.db"), mainChain, version);
    expect(versionOf(join(folder, "spoor.db"))).toBe(version);
    await goesOn(folder);
    expect(versionOf(join(folder, "spoor.db"))).toBe(mainChain.length);
  });

  test.each(versionsOf(dayChain))("days' files of format %i", async (version) => {
    const folder = await copyOfFilled();
    for (const day of ["2026-11-20", "2026-11-21"]) {
      await makeOlder(join(folder, `telemetry/${day}.db`), dayChain, version);
      expect(versionOf(join(folder, `telemetry/${day}.db`))).toBe(version);
    }
    await goesOn(folder, version === 1 ? withoutTraces : {});
    expect(versionOf(join(folder, "telemetry/2026-11-21.db"))).toBe(dayChain.length);
  });

  test.each(versionsOf(artifactChain))("artifacts.db of format %i", async (version) => {
    const folder = await copyOfFilled();
    await makeOlder(join(folder, "artifacts.db"), artifactChain, version);
    await goesOn(folder);
  });

  test("all of them at their first format", async () => {
    const folder = await copyOfFilled();
    await makeOlder(join(folder, "spoor.db"), mainChain, 1);
    for (const day of ["2026-11-20", "2026-11-21"]) await makeOlder(join(folder, `telemetry/${day}.db`), dayChain, 1);
    await makeOlder(join(folder, "artifacts.db"), artifactChain, 1);
    await goesOn(folder, withoutTraces);
  });
});

test("artifacts.db from a newer version is refused in a sentence", async () => {
  const folder = await copyOfFilled();
  {
    using database = new DatabaseSync(join(folder, "artifacts.db"));
    database.exec("PRAGMA user_version = 99");
  }
  await withStore(folder, async (store) => {
    await expect(store.artifacts.readChunks([digest])).rejects.toThrow(/artifacts.db was written by a newer/);
  });
});
