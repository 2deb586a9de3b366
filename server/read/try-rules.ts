import type { Unminify } from "#server/artifacts/unminifier.ts";
import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import { titleOf } from "#server/domain/event/title.ts";
import { group } from "#server/domain/grouping/group.ts";
import { type Rulebook, rulebookOf } from "#server/domain/grouping-rules/apply-rules.ts";
import { parseRules } from "#server/domain/grouping-rules/parse-rules.ts";
import {
  sumUpTrial,
  type TriedEvent,
  type RuleTrial,
} from "#server/domain/grouping-rules/trial.ts";
import type { FingerprintHash, IssueId } from "#server/domain/ids.ts";
import { issueTitle } from "#server/domain/issue/issue.ts";
import { dayMs } from "#server/domain/time.ts";
import type { Project } from "#server/domain/project/project.ts";
import { wrongRules } from "#server/domain/grouping-rules/wrong-rules.ts";
import { readBody } from "#server/ingest/sentry/stored-body.ts";
import type { Store } from "#server/storage/store.ts";
import type { StoredEvent } from "#server/storage/events/event-store.ts";
import type { Problem } from "#server/domain/problem.ts";

/** The result of these rules for the last week's events, as many as can be read in a second. */
export type TryRules = (project: Project, rules: string) => Promise<RuleTrial | Problem>;

type Deps = {
  store: Pick<Store, "groupings">;
  unminify: Unminify;
  now: () => number;
  elapsed: () => number;
};

const lookBackMs = 7 * dayMs;
const deadlineMs = 900;
const eventsMost = 5_000;
const eventsAtOnce = 100;

/** Runs the actual event pipeline on events of the last week for a second. Writes nothing. */
export function createTryRules(deps: Deps): TryRules {
  return async (project, text) => {
    const read = parseRules(text);
    if (!read.ok) return wrongRules(read.wrong);
    const book = rulebookOf(read.rules);
    const since = deps.now() - lookBackMs;
    const until = deps.elapsed() + deadlineMs;
    const tried: TriedEvent[] = [];
    const owners = new Map<FingerprintHash, IssueId | undefined>();
    let at = deps.now();
    for await (const event of newest(deps, project, since)) {
      if (deps.elapsed() > until || tried.length === eventsMost)
        return { ...sumUpTrial(tried), since: at, isWhole: false };
      tried.push(await tryOne(deps, event, book, owners));
      at = Math.min(at, event.at);
    }
    return { ...sumUpTrial(tried), since, isWhole: true };
  };
}

async function* newest(
  { store }: Deps,
  { id: projectId }: Project,
  since: number,
): AsyncGenerator<StoredEvent> {
  let cursor: string | undefined;
  do {
    const asked = {
      projectId,
      since,
      limit: eventsAtOnce,
      ...(cursor !== undefined && { cursor }),
    };
    const page = await store.groupings.newest(asked);
    yield* page.rows;
    cursor = page.next;
  } while (cursor !== undefined);
}

type Owners = Map<FingerprintHash, IssueId | undefined>;

async function tryOne(
  deps: Deps,
  stored: StoredEvent,
  book: Rulebook,
  owners: Owners,
): Promise<TriedEvent> {
  const { eventId, issueId, title, projectId, body } = stored;
  const { event: built } = readBody(body);
  const written = (await deps.unminify(built, projectId))?.event ?? built;
  const { ruled: _, ...plain } = written;
  const ruled = book(plain);
  const event: ErrorEvent = ruled ? { ...plain, ruled } : plain;
  const { hash } = group(event);
  const titled = issueTitle(titleOf(event)).slice(0, 200);
  const changesTitle = ruled?.title?.text !== written.ruled?.title?.text && titled !== title;
  const tried: TriedEvent = { eventId, issueId, title, ...(changesTitle && { titled }) };
  if (hash === group(written).hash) return tried;
  if (!owners.has(hash)) owners.set(hash, await deps.store.groupings.owner(projectId, hash));
  const owner = owners.get(hash);
  if (owner === issueId) return tried;
  const rule = ruled?.fingerprint?.rule;
  return {
    ...tried,
    to: {
      hash,
      ...(owner !== undefined && { issueId: owner }),
      ...(rule !== undefined && { rule }),
    },
  };
}
