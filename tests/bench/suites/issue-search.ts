import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Project } from "#server/domain/project/project.ts";
import { parseIssueQuery } from "#server/domain/search/parse-issue-query.ts";
import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import { issueSorts } from "#server/storage/issues/issue-store.ts";
import type { Store } from "#server/storage/store.ts";
import { newProject, noon } from "#tests/storage/sample.ts";
import { figure, type Figure, percentile } from "../figure.ts";
import { floorIs } from "../floor-is.ts";
import { seedIssues } from "../seed-issues.ts";
import type { Bench } from "../suite.ts";

/** A tenth still exceeds what a search scans; below that (5,400), both grow with the project. */
const issuesOf = ({ amount }: Bench) => amount({ whole: 100_000, quick: 55_000 });
const issuesCounted = 1_000;

type Seeded = { store: Store; project: Project; remove(): Promise<void> };

/** Frequent and rare values, through every index and beyond all. */
const queries = [
  "is:unresolved",
  "is:unhandled",
  "is:assigned",
  "level:debug",
  "undefined cart7",
  "refused zzz",

  "browser:Chrome",
  "browser:Netscape",
  "!browser:[Chrome,Firefox,Safari]",
  "!browser:*",
  "session:s7*",
  "has:plan",
  "release:latest",
  "release:1.4.2",
  "environment:production",
  "environment:preview-3",
  "route:/cart/:id/order",
  "route:/cart/*",
  "times-seen:>1000",
  "users:>100 is:regressed",
  "first-seen:-1d",
  "last-seen:+25d level:debug",

  "error.type:TypeError",
  "error.type:Nope*",
  "message:*timed*out*",
  "stack.filename:cart.ts",
  "stack.function:none",
  "user.email:*@x.example",
  "1.4.2 cart7",
  "SHOP-4711",
  "zebra OR error.type:Nope",
  "is:regressed OR users:>100",
  "(level:fatal OR browser:Netscape) !(cart OR order)",
  "http.status_code:>=500",
  "assigned:me",
  "assigned:none is:unhandled",
  "browser:Chrome plan:free is:regressed level:debug",
].map(readQuery);

/** Cost of any search in the store, each in every order. */
export async function issueSearch(bench: Bench): Promise<Figure[]> {
  const [whole, tenth] = [
    await seeded(issuesOf(bench)),
    await seeded(Math.ceil(issuesOf(bench) / 10)),
  ];
  const lists: number[] = [];
  const ofTenth: number[] = [];
  const facets: number[] = [];
  for (let round = 0; round < bench.rounds; round++) {
    ofTenth.push(percentile(await listTimes(tenth), 95));
    lists.push(percentile(await listTimes(whole), 95));
    facets.push(percentile(await facetTimes(whole), 95));
  }
  for (const { remove } of [whole, tenth]) await remove();
  const of = { unit: "ms", size: `${issuesOf(bench).toLocaleString("en")} issues` };
  return [
    figure({
      ...of,
      name: "issue list in the store, any query and sort, p95",
      values: lists,
      budget: swift,
    }),
    figure({
      ...of,
      name: "issue list in the store, beside a tenth of the issues, p95",
      values: lists,
      floors: ofTenth,
      budget: { of: "ratio", atMost: 1.5 },
      floorIs: floorIs.tenth,
    }),
    figure({ ...of, name: "facets of 1,000 issues, p95", values: facets, budget: swift }),
  ];
}

const swift = { of: "value", atMost: 20 } as const;

async function seeded(issues: number): Promise<Seeded> {
  const folder = await mkdtemp(join(tmpdir(), "spoor-search-"));
  const store = await openSqliteStore(folder);
  const project = await newProject(store);
  await seedIssues(store, { project, issues, now: noon });
  const remove = async () => {
    await store.close();
    await rm(folder, { recursive: true });
  };
  return { store, project, remove };
}

async function listTimes({ store, project: { id: projectId } }: Seeded): Promise<number[]> {
  const times: number[] = [];
  for (const query of queries) {
    for (const sort of issueSorts) {
      times.push(
        await timeOf(() => store.issues.list({ projectId, query, sort, limit: 50, now: noon })),
      );
    }
  }
  return times;
}

async function facetTimes({ store, project: { id: projectId } }: Seeded): Promise<number[]> {
  const times: number[] = [];
  for (const query of queries) {
    times.push(
      await timeOf(() =>
        store.issues.facets({ projectId, query, now: noon }, { issues: issuesCounted, values: 5 }),
      ),
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
