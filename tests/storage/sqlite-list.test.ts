import { expect, test } from "vitest";
import { type Issue, issueTitle } from "#server/domain/issue/issue.ts";
import { dayMs } from "#server/domain/ledger.ts";
import { type IssueFilter, type IssueSort, issueSorts } from "#server/storage/store.ts";
import { seedIssues } from "#tests/bench/seed-issues.ts";
import { everyPage, newProject, noon } from "./sample.ts";
import { newFolder, withStore } from "./sqlite-folder.ts";

type Asked = Partial<Omit<IssueFilter, "query">> & Partial<IssueFilter["query"]>;

/** More issues than the list walks before it gathers (`issue-list.ts`), so that both ways answer. */
const count = 7_000;

const rare: Asked[] = [
  { levels: ["debug"] },
  { levels: ["fatal"], states: ["open"] },
  { states: ["regressed"], levels: ["info", "debug"] },
  { words: ["cart123"] },
  { words: ["invoice44", "refused"] },
  { words: ["zebra"] },
  { words: ["q7"] },
  { words: ["7"], levels: ["fatal"] },
  { words: ["typeerror"], until: noon - 280 * dayMs },
  { since: noon - dayMs / 50 },
  { until: noon - 300 * dayMs, since: noon - 2 * dayMs },
];

test("walking and gathering find the very issues that looking at each one finds", { timeout: 60_000 }, async () => {
  await withStore(await newFolder(), async (store) => {
    const project = await newProject(store);
    await seedIssues(store, { project, issues: count, now: noon });
    const list = (asked: Asked, sort: IssueSort, limit: number) => {
      const { states = [], levels = [], words = [], ...rest } = asked;
      const filter = { projectId: project.id, query: { states, levels, words }, sort, limit, ...rest };
      return everyPage((cursor) => store.issues.list({ ...filter, ...(cursor && { cursor }) }));
    };
    const all = await list({}, "last-seen", 1_000);
    expect(all).toHaveLength(count);
    for (const asked of rare) {
      const expected = all.filter((issue) => meets(issue, asked));
      for (const sort of issueSorts) {
        const found = await list(asked, sort, 20);
        const inOrder = expected.toSorted((a, b) => keyOf(b, sort) - keyOf(a, sort) || b.id - a.id);
        expect(found.map(idOf), JSON.stringify({ asked, sort })).toEqual(inOrder.map(idOf));
      }
    }
  });
});

const idOf = ({ id }: Issue) => id;

function keyOf(issue: Issue, sort: IssueSort): number {
  return { "last-seen": issue.lastSeen, "first-seen": issue.firstSeen, events: issue.count, users: issue.userCount }[
    sort
  ];
}

function meets(issue: Issue, { states = [], levels = [], words = [], since = 0, until = Infinity }: Asked): boolean {
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
