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

/** Only the most recently seen issues are repaired: older ones are repaired when they recur. */
const issuesMost = 500;
const pageLimit = 100;

/**
 * After an upload, renames issues whose events arrived before their source maps and adds their new
 * fingerprints. Events need no repair: pages parse them again. Runs in the background,
 * sequentially. An upload that arrives meanwhile triggers another pass.
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
