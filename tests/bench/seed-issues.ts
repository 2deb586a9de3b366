import type { EventId, FingerprintHash } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { IssueState } from "#server/domain/issue/state.ts";
import { dayMs, hourOf } from "#server/domain/time.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { DigestTransaction, NewEvent, NewIssue } from "#server/storage/digest/digest-store.ts";
import type { Store } from "#server/storage/store.ts";
import { noChanges } from "#tests/storage/no-changes.ts";

/**
 * A project after a busy year: many mostly small issues and a few large ones, the same for the same
 * seed.
 */
export type Seeding = { project: Project; issues: number; now: number; seed?: number };

const perBatch = 2_000;
const days = 30;

const types = [
  "TypeError",
  "ReferenceError",
  "TimeoutError",
  "ValidationError",
  "DatabaseError",
  "AbortError",
  "RangeError",
];
const roots = [
  "cart",
  "order",
  "invoice",
  "customer",
  "session",
  "upload",
  "report",
  "search",
  "price",
  "stock",
  "mail",
];
const verbs = [
  "is undefined",
  "is not a function",
  "timed out after",
  "was refused by",
  "cannot be read from",
  "has no",
];

/** Uses the digest, with one small event per issue. */
export async function seedIssues(
  store: Store,
  { project, issues, now, seed = 1 }: Seeding,
): Promise<void> {
  const random = randomBy(seed);
  for (let from = 0; from < issues; from += perBatch) {
    const day = days - 1 - Math.floor((from / perBatch) % days);
    const wanted = Math.min(perBatch, issues - from);
    const made = Array.from({ length: wanted }, (_, n) =>
      newIssue(project, from + n, now - day * dayMs, random),
    );
    await store.digest(async (transaction) => absorb(transaction, made, random));
  }
}

async function absorb(
  transaction: DigestTransaction,
  made: NewIssue[],
  random: () => number,
): Promise<void> {
  const issues = await transaction.createIssues(made);
  const events = issues.map((issue, at) => newEvent(issue, made[at]!, environmentBy(random)));
  const tags = issues.flatMap(({ projectId, id: issueId, lastSeen }) =>
    tagsBy(random).map(([key, value]) => ({ projectId, issueId, key, value, count: 1, lastSeen })),
  );
  await transaction.save({
    ...noChanges,
    events,
    issues: issues.map((issue, at) => ({
      ...issue,
      ...countsBy(random),
      newestEventId: events[at]!.eventId,
    })),
    tags,
    releases: tags.flatMap(({ key, value: version, lastSeen: at }) =>
      key === "release"
        ? [{ projectId: issues[0]!.projectId, version, firstAt: at, lastAt: at, receivedAt: at }]
        : [],
    ),
    hours: events.map(({ projectId, issueId, environment = "", at }) => {
      return { projectId, issueId, environment, hour: hourOf(at), count: 1 };
    }),
  });
}

function newIssue(project: Project, at: number, dayEnd: number, random: () => number): NewIssue {
  const lastSeen = dayEnd - Math.floor(random() * dayMs * 0.4);
  const [type, root, verb] = [choose(types, random), choose(roots, random), choose(verbs, random)];
  const word = Math.floor(random() * 36 ** 3).toString(36);
  return {
    searched: `\u0001app/routes/${root}.ts\n\u0002${root}.load\n\u0003${type}\n`,
    projectId: project.id,
    type,
    value: `${root}${Math.floor(random() * 500)} ${verb} ${word}`,
    culprit: `GET /${choose(roots, random)}/:id/${choose(roots, random)}`,
    level: levelBy(random),
    platform: "node",
    state: stateBy(random, lastSeen),
    firstSeen: lastSeen - Math.floor(random() ** 3 * 300 * dayMs),
    lastSeen,
    createdAt: lastSeen,
    unhandled: random() < 0.3,
    hash: hexOf(at) as FingerprintHash,
    algorithm: "v1",
  };
}

function newEvent(issue: Issue, { hash }: NewIssue, environment: string): NewEvent {
  const { id: issueId, projectId, lastSeen, level, value } = issue;
  return {
    projectId,
    eventId: hexOf(issueId) as EventId,
    issueId,
    at: lastSeen,
    timestamp: lastSeen,
    level,
    title: value,
    environment,
    tags: [],
    hash,
    richness: 1,
    body: Buffer.from("{}"),
  };
}

function levelBy(random: () => number): NewIssue["level"] {
  const roll = random();
  if (roll < 0.002) return "fatal";
  if (roll < 0.85) return "error";
  return roll < 0.95 ? "warning" : roll < 0.999 ? "info" : "debug";
}

function stateBy(random: () => number, at: number): IssueState {
  const roll = random();
  if (roll < 0.3) return { state: "open", substate: "new" };
  if (roll < 0.58) return { state: "open", substate: "ongoing" };
  if (roll < 0.6) return { state: "open", substate: "regressed" };
  return roll < 0.7
    ? { state: "ignored", at, until: { kind: "forever" } }
    : { state: "resolved", at, in: { kind: "now" } };
}

function environmentBy(random: () => number): string {
  const roll = random();
  if (roll < 0.88) return "production";
  return roll < 0.985 ? "staging" : `preview-${Math.floor(random() * 40)}`;
}

/** Tags as an application sends them: with few and many values, and not on every event. */
function tagsBy(random: () => number): [key: string, value: string][] {
  const roll = random();
  const browser =
    roll < 0.6 ? "Chrome" : roll < 0.8 ? "Firefox" : roll < 0.999 ? "Safari" : "Netscape";
  const tags: [string, string][] = [
    ["browser", browser],
    ["os", choose(["Windows", "macOS", "Linux", "Android", "iOS"], random)],
    ["release", `shop@1.${Math.floor(random() * 40)}.${Math.floor(random() * 5)}`],
    ["session", `s${Math.floor(random() * 100_000)}`],
  ];
  return random() < 0.1 ? [...tags, ["plan", choose(["free", "pro"], random)]] : tags;
}

function countsBy(random: () => number): { countBy: number; usersBy: number } {
  const countBy = Math.min(1_000_000, Math.ceil(1 / (1 - random())));
  return { countBy, usersBy: Math.ceil(countBy * random() ** 2) };
}

const choose = <Choice>(list: Choice[], random: () => number) =>
  list[Math.floor(random() * list.length)]!;
const hexOf = (number: number) => number.toString(16).padStart(32, "0");

/** mulberry32: small, fast, and the same everywhere. */
function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
