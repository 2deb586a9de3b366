import { isNodeAway } from "#server/domain/health/disk-cause.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Place, Positions } from "#server/storage/alerts/notice-store.ts";
import type { Store } from "#server/storage/store.ts";

/** A log of all projects, in order by ID. */
export type Log<Entry> = {
  /** The position of a new follower. */
  start(): Promise<number>;
  newest(): Promise<number>;
  /** `of`: only these projects. */
  after(id: number, limit: number, of?: ProjectId[]): Promise<Entry[]>;
};

/** What a follower does with entries. The same ones may be taken again, as after a crash. */
export type Following<Entry, Result> = {
  follower: string;
  entriesAtOnce: number;
  take(entries: Entry[]): Promise<Result>;
  /** Stores the result and the position in one transaction. */
  store(result: Result, place: Place): Promise<void>;
};

export type LogFollower = {
  /** Continues with one slice. Returns the number of entries read. */
  follow(): Promise<number>;
  /** The same for each project that is held back. */
  catchUp(): Promise<number>;
};

/** One after another. */
export const allFollowers = (followers: LogFollower[]): LogFollower => ({
  follow: () => sumOf(followers.map(({ follow }) => follow)),
  catchUp: () => sumOf(followers.map(({ catchUp }) => catchUp)),
});

async function sumOf(turns: (() => Promise<number>)[]): Promise<number> {
  let sum = 0;
  for (const turn of turns) sum += await turn();
  return sum;
}

type Deps = { store: Pick<Store, "notices" | "projects">; now: () => number };

/**
 * A cluster completes transactions that a failure interrupted within a minute
 * (`citus.recover_2pc_interval`). Until then, an earlier entry may still appear.
 */
const settledMs = 120_000;

/**
 * Follows a log of all projects with one position, so that an idle turn costs the same for any
 * number of projects. A project whose cluster node doesn't respond is held back at its own position
 * until it has caught up; the others continue. After a crash, a slice may be processed twice.
 */
export function followLog<Entry extends { id: number; projectId: ProjectId }, Result>(
  { store: { notices, projects }, now }: Deps,
  log: Log<Entry>,
  { follower, entriesAtOnce, take, store }: Following<Entry, Result>,
): LogFollower {
  /** When each project that is held back responded again. */
  const backSince = new Map<ProjectId, number>();
  let known: Positions["heldBack"] = new Map();

  async function read(): Promise<{ position: number; heldBack: Positions["heldBack"] }> {
    const { position = await begin(), heldBack } = await notices.positions(follower);
    known = heldBack;
    return { position, heldBack };
  }

  async function begin(): Promise<number> {
    const position = await log.start();
    await notices.add([], { follower, after: undefined, position });
    return position;
  }

  const others = async (heldBack: Positions["heldBack"]) =>
    (await projects.list()).map(({ id }) => id).filter((id) => !heldBack.has(id));

  async function followAll(after: number): Promise<number> {
    const entries = await log.after(after, entriesAtOnce);
    const last = entries.at(-1);
    if (last) await store(await take(entries), { follower, after, position: last.id });
    return entries.length;
  }

  /** Leaves entries that may belong to a project created meanwhile for the next turn. */
  async function followOthers(after: number, heldBack: Positions["heldBack"]): Promise<number> {
    const newest = await log.newest();
    const found = await log.after(after, entriesAtOnce, await others(heldBack));
    const entries = found.filter(({ id }) => id <= newest);
    const position = found.length < entriesAtOnce ? newest : (entries.at(-1)?.id ?? after);
    if (position > after) await store(await take(entries), { follower, after, position, heldBack });
    return entries.length;
  }

  async function holdBackAway(
    position: number,
    heldBack: Positions["heldBack"],
    error: unknown,
  ): Promise<number> {
    const away = [...(await projects.away())].filter((id) => !heldBack.has(id));
    if (away.length === 0) throw error;
    await notices.holdBack(follower, position, away);
    return away.length;
  }

  async function catchUpProject(projectId: ProjectId): Promise<number> {
    const { position, heldBack } = await read();
    const after = heldBack.get(projectId);
    if (after === undefined) return 0;
    const entries = await log.after(after, entriesAtOnce, [projectId]);
    const since = backSince.get(projectId) ?? now();
    backSince.set(projectId, since);
    const last = entries.at(-1)?.id ?? after;
    const isLevel = entries.length < entriesAtOnce && last <= position;
    const rejoins = isLevel && now() - since >= settledMs;
    if (!rejoins && entries.length === 0) return 0;
    const next = rejoins ? position : last;
    await store(await take(entries), {
      follower,
      after,
      position: next,
      of: { projectId, rejoins },
    });
    if (rejoins) backSince.delete(projectId);
    return entries.length;
  }

  return {
    async follow() {
      const { position, heldBack } = await read();
      try {
        if (heldBack.size === 0) return await followAll(position);
        return await followOthers(position, heldBack);
      } catch (error) {
        if (!isNodeAway(error)) throw error;
        return holdBackAway(position, heldBack, error);
      }
    },
    async catchUp() {
      if (known.size === 0) return 0;
      const away = await projects.away();
      let done = 0;
      for (const projectId of known.keys())
        if (away.has(projectId)) backSince.delete(projectId);
        else done += await catchUpProject(projectId);
      return done;
    },
  };
}
