import { setImmediate } from "node:timers/promises";
import type { Unminify } from "#server/artifacts/unminifier.ts";
import { culpritOf } from "#server/domain/event/culprit.ts";
import { titleOf } from "#server/domain/event/title.ts";
import { builtHash } from "#server/domain/grouping/built-hash.ts";
import { group } from "#server/domain/grouping/group.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { readBody } from "#server/ingest/sentry/stored-body.ts";
import type { Log } from "#server/telemetry/log.ts";
import type { Store } from "#server/storage/store.ts";

type Deps = { store: Pick<Store, "issues" | "events">; unminify: Unminify; log: Log };

/** What was seen last is what people look at; older issues are repaired when they happen again. */
const issuesMost = 500;
const pageLimit = 100;

/**
 * After an upload: issues whose events came before their source maps get the names that their
 * source gives them, and are known by its fingerprint from then on. Their events need nothing:
 * pages read them again. In the background, one after the other; an upload that comes meanwhile has
 * them looked through once more.
 */
export function createRepairIssues(deps: Deps): (projectIds: ProjectId[]) => void {
  const waiting = new Set<ProjectId>();
  let running = false;

  async function run(): Promise<void> {
    running = true;
    for (const projectId of waiting) {
      waiting.delete(projectId);
      await repairProject(deps, projectId).catch((error: unknown) => {
        deps.log("error", "Issues could not be updated after an upload.", { projectId, error });
      });
    }
    running = false;
  }

  return (projectIds) => {
    for (const projectId of projectIds) waiting.add(projectId);
    if (!running) void run();
  };
}

async function repairProject(deps: Deps, projectId: ProjectId): Promise<void> {
  let cursor: string | undefined;
  for (let looked = 0; looked < issuesMost; looked += pageLimit) {
    const page = await deps.store.issues.list({
      projectId,
      sort: "last-seen",
      limit: pageLimit,
      query: { states: [], levels: [], words: [] },
      ...(cursor !== undefined && { cursor }),
    });
    for (const issue of page.rows) {
      await repairIssue(deps, issue);
      await setImmediate();
    }
    cursor = page.next;
    if (cursor === undefined) return;
  }
}

async function repairIssue({ store, unminify }: Deps, issue: Issue): Promise<void> {
  if (issue.platform !== "javascript" && issue.platform !== "node") return;
  const stored = await store.events.pick(issue, "latest");
  if (!stored) return;
  const { event, grouping } = readBody(stored.body);
  const written = await unminify(event, issue.projectId);
  if (!written) return;
  const { hash, algorithm } = group(written.event);
  if (hash === grouping.hash) return;
  const firstSeen = stored.at;
  const known = [hash, builtHash(grouping.hash)].map((each) => ({
    hash: each,
    algorithm,
    firstSeen,
  }));
  const name = { ...titleOf(written.event), culprit: culpritOf(written.event) };
  await store.issues.rename(issue.projectId, issue.id, name, known);
}
