import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Project } from "#server/domain/project/project.ts";
import { parseIssueQuery } from "#server/domain/search/parse-issue-query.ts";
import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import { issueSorts, type Store } from "#server/storage/store.ts";
import { newProject, noon } from "#tests/storage/sample.ts";
import { figure, type MeasuredFigure, percentile } from "../figure.ts";
import { seedIssues } from "../seed-issues.ts";
import type { Bench } from "../suite.ts";

/** A hundred thousand, and in a quick run a tenth of them. */
const issuesOf = ({ seconds }: Bench) => (seconds.flood > 10 ? 100_000 : 10_000);
const roundsOfQueries = 5;
const issuesCounted = 1_000;

/** Frequent and rare, through every index and past all of them. */
const queries = [
  ...["is:unresolved", "is:unhandled", "is:assigned", "level:debug", "undefined cart7", "refused zzz"],
  ...[
    "browser:Chrome",
    "browser:Netscape",
    "!browser:[Chrome,Firefox,Safari]",
    "!browser:*",
    "session:s7*",
    "has:plan",
  ],
  ...["release:latest", "release:1.4.2", "environment:production", "environment:preview-3", "route:/cart/:id/order"],
  ...["route:/cart/*", "times-seen:>1000", "users:>100 is:regressed", "first-seen:-1d", "last-seen:+25d level:debug"],
  ...["assigned:me", "assigned:none is:unhandled", "browser:Chrome plan:free is:regressed level:debug"],
].map(readQuery);

/** What a search costs in the store, whatever it asks for: each in every order. */
export async function issueSearch(bench: Bench): Promise<MeasuredFigure[]> {
  const folder = await mkdtemp(join(tmpdir(), "spoor-search-"));
  const store = await openSqliteStore(folder);
  const project = await newProject(store);
  await seedIssues(store, { project, issues: issuesOf(bench), now: noon });
  const lists: number[] = [];
  const facets: number[] = [];
  for (let round = 0; round < bench.rounds; round++) {
    lists.push(percentile(await listTimes(store, project), 95));
    facets.push(percentile(await facetTimes(store, project), 95));
  }
  await store.close();
  await rm(folder, { recursive: true });
  const of = issuesOf(bench).toLocaleString("en");
  const budget = { of: "value", atMost: 20 } as const;
  return [
    figure({ name: `issue search, ${of} issues, any query and sort, p95`, unit: "ms", values: lists, budget }),
    figure({ name: `facets of ${issuesCounted} issues among ${of}, p95`, unit: "ms", values: facets, budget }),
  ];
}

async function listTimes(store: Store, { id: projectId }: Project): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < roundsOfQueries; round++) {
    for (const query of queries) {
      for (const sort of issueSorts) {
        times.push(await timeOf(() => store.issues.list({ projectId, query, sort, limit: 50, now: noon })));
      }
    }
  }
  return times;
}

async function facetTimes(store: Store, { id: projectId }: Project): Promise<number[]> {
  const times: number[] = [];
  for (const query of queries) {
    times.push(
      await timeOf(() => store.issues.facets({ projectId, query, now: noon }, { issues: issuesCounted, values: 5 })),
    );
  }
  return times;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function readQuery(text: string) {
  const parsed = parseIssueQuery(text);
  if ("problem" in parsed) throw new Error(parsed.detail);
  return parsed.query;
}
