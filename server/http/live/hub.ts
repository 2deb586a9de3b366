import { isNodeAway } from "#server/domain/health/disk-cause.ts";
import type { IssueId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { Actor } from "#server/domain/issue/state.ts";
import type { Log } from "#server/telemetry/log.ts";
import type { LoggedActivity } from "#server/storage/issues/issue-store.ts";
import type { Store } from "#server/storage/store.ts";
import { actMessage, countMessage, heartbeat, missed, sentenceOf, whatOf } from "./message.ts";

/** An open page. */
type Listener = {
  projectId: ProjectId;
  /** The user's own actions aren't reported to them. */
  userId: UserId;
  /** The displayed issue: its event count is reported, too. */
  issueId?: IssueId;
  /** The newest activity it has. */
  after: number;
  tell(message: string): void;
  mayStillListen(): Promise<boolean>;
  end(): void;
};

export type LiveHub = {
  /** Returns the function to remove it. */
  add(listener: Listener): () => void;
  /** Number of listeners in total and of one user. */
  countOf(userId: UserId): { all: number; own: number };
  /** Stops all messages. */
  end(): void;
};

type Deps = Pick<Store, "issues" | "people"> & {
  projects: Pick<Store["projects"], "away">;
  log: Log;
};
type Joined = Listener & { count?: number };

const pollMs = 1_000;
/** In polls. */
const heartbeatEvery = 20;
const rightsEvery = 60;
const entriesAtOnce = 500;
/** Listeners that missed more are only told that there is more. */
const mostMissed = 2_000;

/** Reads the log once per second for all listeners, and never without one. */
export function createLiveHub(deps: Deps): LiveHub {
  const joined = new Set<Joined>();
  let polls = 0;
  let timer: NodeJS.Timeout | undefined;
  const poll = async () => {
    if (joined.size === 0) return void (timer = undefined);
    polls += 1;
    await tellReachable(deps, [...joined]).catch((error: unknown) =>
      deps.log("error", "Live updates failed.", { error }),
    );
    if (polls % heartbeatEvery === 0) for (const each of joined) each.tell(heartbeat);
    if (polls % rightsEvery === 0) await Promise.all([...joined].map(endUnlessAllowed));
    timer = setTimeout(() => void poll(), pollMs).unref();
  };
  return {
    add(listener) {
      const each = { ...listener };
      joined.add(each);
      timer ??= setTimeout(() => void poll(), pollMs).unref();
      return () => void joined.delete(each);
    },
    countOf: (userId) => ({
      all: joined.size,
      own: [...joined].filter((each) => each.userId === userId).length,
    }),
    end: () => [...joined].forEach((each) => each.end()),
  };
}

async function endUnlessAllowed(each: Joined): Promise<void> {
  const may = await each.mayStillListen().catch(() => true);
  if (!may) each.end();
}

/** Listeners to a project whose cluster node doesn't respond are told later. */
async function tellReachable(deps: Deps, joined: Joined[]): Promise<void> {
  try {
    return await tellAll(deps, joined);
  } catch (error) {
    if (!isNodeAway(error)) throw error;
  }
  const away = await deps.projects.away();
  const others = joined.filter(({ projectId }) => !away.has(projectId));
  if (others.length > 0)
    await tellAll(
      deps,
      others,
      others.map(({ projectId }) => projectId),
    );
}

async function tellAll(deps: Deps, joined: Joined[], of?: ProjectId[]): Promise<void> {
  await tellActs(deps, joined, of);
  const watching = Map.groupBy(joined.filter(isWatching), ({ projectId }) => projectId);
  for (const [projectId, listeners] of watching) await tellCounts(deps, projectId, listeners);
}

type Watching = Joined & { issueId: IssueId };

const isWatching = (each: Joined): each is Watching => each.issueId !== undefined;

async function tellActs(deps: Deps, joined: Joined[], of?: ProjectId[]): Promise<void> {
  const newest = await deps.issues.newestActivity();
  for (const each of joined.filter(({ after }) => newest - after > mostMissed)) {
    each.after = newest;
    each.tell(missed(newest));
  }
  let after = Math.min(...joined.map((each) => each.after));
  while (after < newest) {
    const entries = await deps.issues.activityAfter(after, entriesAtOnce, of);
    for (const entry of entries) await tellAct(deps, entry, joined);
    after = entries.length < entriesAtOnce ? newest : entries.at(-1)!.id;
  }
  for (const each of joined) each.after = Math.max(each.after, newest);
}

async function tellAct({ people }: Deps, entry: LoggedActivity, joined: Joined[]): Promise<void> {
  const { id, projectId, issueId, by, what } = entry;
  const concerned = joined.filter((each) => each.projectId === projectId && each.after < id);
  const others = concerned.filter(({ userId }) => by.kind !== "user" || by.id !== userId);
  const act = { issue: issueId, what: whatOf(what) };
  const said = others.some((each) => each.issueId === issueId)
    ? sentenceOf(what, await nameOf(people, by))
    : undefined;
  for (const each of others)
    each.tell(actMessage(id, each.issueId === issueId ? { ...act, said } : act));
  for (const each of concerned) each.after = id;
}

async function nameOf(people: Store["people"], by: Actor): Promise<string> {
  if (by.kind === "system") return "Spoor";
  return (by.kind === "user" && (await people.byId(by.id))?.name) || "A former user";
}

async function tellCounts(
  { issues }: Deps,
  projectId: ProjectId,
  listeners: Watching[],
): Promise<void> {
  const found = await issues.findEach(projectId, {
    ids: [...new Set(listeners.map(({ issueId }) => issueId))],
  });
  for (const each of listeners) {
    const issue = found.get(each.issueId);
    // A merged issue is found under another ID.
    if (issue?.id !== each.issueId || issue.count === each.count) continue;
    each.count = issue.count;
    each.tell(countMessage({ issue: issue.id, count: issue.count }));
  }
}
