import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { type Issue, issueTitle } from "#server/domain/issue/issue.ts";
import { dayMs } from "#server/domain/time.ts";
import { parseIssueQuery } from "#server/domain/search/parse-issue-query.ts";
import {
  type IssueFilter,
  type IssueSort,
  issueSorts,
} from "#server/storage/issues/issue-store.ts";
import { seedIssues } from "#tests/bench/seed-issues.ts";
import { digestSamples, everyPage, newProject, noon } from "#tests/storage/sample.ts";
import { newFolder, withStore } from "./folder.ts";

type Asked = Partial<Omit<IssueFilter, "query">> & Partial<IssueFilter["query"]>;

/**
 * More issues than the list scans before it gathers (`issues/list.sqlite.ts`), so that both methods
 * run.
 */
const count = 7_000;

const rare: Asked[] = [
  { levels: ["debug"] },
  { levels: ["fatal"], states: ["open"] },
  { states: ["regressed"], levels: ["info", "debug"] },
  { words: ["cart123"] },
  { words: ["invoice44", "refused"] },
  { words: ["zebra"] },
  { words: ["q7"] },
  { words: ["ou"], levels: ["fatal"] },
  { words: ["typeerror"], until: noon - 280 * dayMs },
  { since: noon - dayMs / 50 },
  { until: noon - 300 * dayMs, since: noon - 2 * dayMs },
];

/** Rare and frequent values of the seed, found by index or scan, and negated. */
const typed: [query: string, issues: "some" | "none"][] = [
  ["browser:Netscape", "some"],
  ["browser:[Netscape,Safari] level:warning", "some"],
  ["!browser:[Chrome,Firefox,Safari]", "some"],
  ["!browser:*", "none"],
  ["session:s12*", "some"],
  ["has:plan !plan:free", "some"],
  ["release:1.3.*", "some"],
  ["is:unhandled is:regressed", "some"],
  ["is:assigned", "none"],
  ["times-seen:>200", "some"],
  ["users:1 level:fatal", "some"],
  ["last-seen:+28d is:new", "some"],
  ["first-seen:-27d", "some"],
  ["environment:preview-*", "some"],
  ["route:/cart/:id/*", "some"],
  ["-undefined -refused -timed level:info", "some"],
];

test("paging any query in any order equals checking each issue", { timeout: 60_000 }, async () => {
  await withStore(await newFolder(), async (store) => {
    const project = await newProject(store);
    await seedIssues(store, { project, issues: count, now: noon });
    const list = (text: string, more: Partial<IssueFilter> = {}) => {
      const parsed = parseIssueQuery(text);
      if ("problem" in parsed) throw new Error(parsed.detail);
      const filter = {
        projectId: project.id,
        query: parsed.query,
        now: noon,
        sort: "last-seen" as const,
        limit: 200,
        ...more,
      };
      return everyPage((cursor) => store.issues.list({ ...filter, ...(cursor && { cursor }) }));
    };
    const all = (await list("", { limit: 1_000 })).map(idOf);
    for (const [text, issues] of typed) {
      // A query among IDs checks each without an index.
      const expected = await list(text, { ids: all, limit: count });
      expect(expected.length > 0, text).toBe(issues === "some");
      for (const sort of issueSorts) {
        const found = await list(text, { sort });
        const inOrder = expected.toSorted((a, b) => keyOf(b, sort) - keyOf(a, sort) || b.id - a.id);
        expect(found.map(idOf), `${text} by ${sort}`).toEqual(inOrder.map(idOf));
      }
    }
  });
});

test("deleting an issue deletes its tag index", async () => {
  const folder = await newFolder();
  await withStore(folder, async (store) => {
    const project = await newProject(store);
    const issues = await digestSamples(store, project, [
      { issue: "a", name: "1", tags: [["plan", "pro"]] },
      {
        issue: "b",
        name: "2",
        tags: [
          ["plan", "pro"],
          ["region", "eu"],
        ],
      },
    ]);
    const database = new DatabaseSync(`${folder}/spoor.db`);
    database.exec("PRAGMA foreign_keys = ON");
    database.prepare("DELETE FROM issues WHERE id = ?").run(issues.get("b")!.id);
    expect(await store.issues.terms(project.id, { limit: 9 })).toEqual([
      { text: "plan", issues: 1 },
    ]);
    database.prepare("DELETE FROM issues WHERE id = ?").run(issues.get("a")!.id);
    const left =
      "SELECT (SELECT count(*) FROM issue_terms) + (SELECT count(*) FROM tag_terms) AS left";
    expect(database.prepare(left).get()).toEqual({ left: 0 });
    database.close();
  });
});

test(
  "index scans and gathering find the same issues as checking each",
  { timeout: 60_000 },
  async () => {
    await withStore(await newFolder(), async (store) => {
      const project = await newProject(store);
      await seedIssues(store, { project, issues: count, now: noon });
      const list = (asked: Asked, sort: IssueSort, limit: number) => {
        const { states = [], levels = [], words = [], ...rest } = asked;
        const filter = {
          projectId: project.id,
          query: { states, levels, words },
          sort,
          limit,
          ...rest,
        };
        return everyPage((cursor) => store.issues.list({ ...filter, ...(cursor && { cursor }) }));
      };
      const all = await list({}, "last-seen", 1_000);
      expect(all).toHaveLength(count);
      for (const asked of rare) {
        const expected = all.filter((issue) => meets(issue, asked));
        for (const sort of issueSorts) {
          const found = await list(asked, sort, 20);
          const inOrder = expected.toSorted(
            (a, b) => keyOf(b, sort) - keyOf(a, sort) || b.id - a.id,
          );
          expect(found.map(idOf), JSON.stringify({ asked, sort })).toEqual(inOrder.map(idOf));
        }
      }
    });
  },
);

const idOf = ({ id }: Issue) => id;

function keyOf(issue: Issue, sort: IssueSort): number {
  return {
    "last-seen": issue.lastSeen,
    "first-seen": issue.firstSeen,
    events: issue.count,
    users: issue.userCount,
  }[sort];
}

function meets(
  issue: Issue,
  { states = [], levels = [], words = [], since = 0, until = Infinity }: Asked,
): boolean {
  const { state } = issue.state;
  const standing = issue.state.state === "open" ? issue.state.substate : state;
  const text = `${issueTitle(issue)} ${issue.culprit}`.toLowerCase();
  return (
    (states.length === 0 || states.some((term) => term === state || term === standing)) &&
    (levels.length === 0 || levels.includes(issue.level)) &&
    words.every((word) => text.includes(word)) &&
    issue.lastSeen >= since &&
    issue.firstSeen <= until
  );
}
