import { withoutMaps } from "#server/artifacts/unminifier.ts";
import type { BodyBlocks } from "#server/digest/spool/body-blocks.ts";
import {
  type DigestEvent,
  digestEventOf,
  type EventName,
} from "#server/digest/events/digest-event.ts";
import type { MayHaveUploads } from "#server/digest/intake/known-uploads.ts";
import type { SpoolRecord } from "#server/digest/spool/record.ts";
import type { Rulebooks } from "#server/digest/events/rulebooks.ts";
import {
  type Understanding,
  understandRefused,
  understandRequest,
} from "#server/digest/understanding.ts";
import { searchedText } from "#server/domain/event/searched-text.ts";
import { culpritOf } from "#server/domain/event/culprit.ts";
import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import { titleOf } from "#server/domain/event/title.ts";
import type { Rulebook } from "#server/domain/grouping-rules/apply-rules.ts";
import { group } from "#server/domain/grouping/group.ts";
import type { ScrubbingSettings } from "#server/domain/project/settings.ts";
import { minifiedStacksOf } from "#server/domain/source-map/minified-stacks.ts";
import { rememberUserAgents } from "#server/domain/user-agent/remember-user-agents.ts";
import type { ReadUserAgent } from "#server/domain/user-agent/user-agent.ts";
import { withoutLimited } from "#server/ingest/limited.ts";
import { defaultLimits, type Limits } from "#server/ingest/limits.ts";
import type { Admitted, AdmittedEvent } from "#server/ingest/request.ts";
import { type ScrubRules, scrubRulesOf } from "#server/ingest/scrub-rules.ts";
import { admit } from "#server/ingest/sentry/admit.ts";
import { writeBody } from "#server/ingest/sentry/stored-body.ts";
import { understand } from "#server/ingest/sentry/understand.ts";
import type { ProjectStore } from "#server/storage/projects/project-store.ts";

/** Converts a request. Used by ingestion and by backlog reader threads. */
type Understand = (admitted: Admitted) => Understanding;

type UnderstandDeps = {
  rulebooks: Rulebooks;
  mayHaveUploads: MayHaveUploads;
  /** Allocates memory for bodies. Absent: each body is allocated separately. */
  lay?: BodyBlocks["lay"];
};

export function understandWith(deps: UnderstandDeps): Understand {
  const rulesOf = scrubRulesRemembered();
  const userAgents = rememberUserAgents();
  return (admitted) => {
    const { project } = admitted.sender;
    const rulebook = deps.rulebooks.of(project);
    const asked = {
      userAgents,
      rules: rulesOf(project.settings.scrubbing),
      ...(rulebook && { rulebook }),
    };
    return understandRequest(admitted, (item) => digestEvent(item, admitted, asked, deps));
  };
}

const rulesMax = 1_000;

/**
 * Projects are reloaded each second, mostly with unchanged settings. Results computed from rules
 * (names, stacks) are shared by projects with equal rules.
 */
function scrubRulesRemembered(): (scrubbing: ScrubbingSettings) => ScrubRules {
  const made = new WeakMap<ScrubbingSettings, ScrubRules>();
  const alike = new Map<string, ScrubRules>();
  const find = (scrubbing: ScrubbingSettings) => {
    const { secrets, keepIp, alsoFilter, neverFilter } = scrubbing;
    const words = JSON.stringify([secrets, keepIp, alsoFilter, neverFilter]);
    const rules = alike.get(words) ?? scrubRulesOf(scrubbing);
    if (alike.size >= rulesMax) alike.clear();
    alike.set(words, rules);
    return rules;
  };
  return (scrubbing) => {
    const rules = made.get(scrubbing) ?? find(scrubbing);
    made.set(scrubbing, rules);
    return rules;
  };
}

/**
 * Reads a spooled request. It was accepted once, so its key isn't checked again. The project's
 * current settings apply to what is stored. Nothing is stored for a deleted project. Unread data
 * that is dropped is counted.
 */
export function rereadWith(
  byId: ProjectStore["byId"],
  understandAdmitted: Understand,
  limits: Limits = defaultLimits,
) {
  return async ({ head, body }: SpoolRecord): Promise<Understanding | undefined> => {
    const project = await byId(head.projectId);
    if (!project) return undefined;
    const { limited = [], ...request } = head;
    const settings = { ...project.settings, paused: false };
    const admitted = await admit(
      { ...request, body },
      async (publicKey) => ({
        key: { projectId: project.id, publicKey, label: "", createdAt: 0, allowedOrigins: [] },
        project: { ...project, settings },
      }),
      limits,
    );
    const kept = "status" in admitted ? admitted : withoutLimited(admitted, limited);
    return "status" in kept ? understandRefused(kept, head) : understandAdmitted(kept);
  };
}

function digestEvent(
  { payload, source, known, notes: cleaned = [] }: AdmittedEvent,
  { receipt, sender }: Admitted,
  asked: { userAgents: ReadUserAgent; rules: ScrubRules; rulebook?: Rulebook },
  { mayHaveUploads, lay }: UnderstandDeps,
): DigestEvent {
  const { scrubbing } = sender.project.settings;
  const understood = understand(payload, receipt, { ...asked, cleaned });
  const { event, grouping } = understood;
  const body = writeBody(understood, receipt, { source, known, scrubbing, ...(lay && { lay }) });
  const digested = digestEventOf(receipt.projectId, event, nameOf(event), grouping, body);
  const minified = minifiedStacksOf(event, receipt.projectId);
  if (!minified) return digested;
  // The whole event is kept only if source maps may exist: it is four times the size of its body.
  if (mayHaveUploads(receipt.projectId)) return { ...digested, minified: event };
  return { ...digested, assets: withoutMaps(minified).assets };
}

const nameOf = (event: ErrorEvent): EventName => ({
  ...titleOf(event),
  culprit: culpritOf(event),
  searched: searchedText(event),
});

/**
 * Name and group of an un-minified event. Rules are evaluated again: they may match source
 * locations that the browser's stack didn't contain.
 */
export function described(read: ErrorEvent, rulebook: Rulebook | undefined) {
  const { ruled: _, ...written } = read;
  const ruled = rulebook?.(written);
  const event = ruled ? { ...written, ruled } : written;
  return { name: nameOf(event), grouping: group(event), ...(ruled && { ruled }) };
}
