import { randomBytes } from "node:crypto";
import { type Channel, webhookSecretPurpose } from "#server/domain/alert/channel.ts";
import { chatKinds, chatServices } from "#server/domain/alert/chat.ts";
import { testNotice } from "#server/domain/alert/test-notice.ts";
import type { AlertRule } from "#server/domain/alert/rule.ts";
import type { RuleDraft } from "#server/domain/alert/rule-form.ts";
import { defaultKinds, defaultMostPerHour, templates } from "#server/domain/alert/template.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Doer } from "#server/domain/people/audit.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Store } from "#server/storage/store.ts";
import { audit } from "./audit.ts";
import type { Seal } from "./sign-in/seal.ts";
import { untilTried } from "./sign-in/until-tried.ts";

/** `secret`: of a new webhook. It is stored encrypted and shown only in this response. */
type MadeRule = { rule: AlertRule; secret?: string };

type Deps = { store: Store; now: () => number; seal: Seal; makeId: () => string };

/** Each is evaluated twice a minute. */
const rulesMax = 100;

const gone: Problem = { problem: "conflict", detail: "This rule was deleted by another member." };

export async function makeAlertRule(
  deps: Deps,
  { asker, viewer }: Doer,
  { id: projectId }: Project,
  draft: RuleDraft,
): Promise<MadeRule | Problem> {
  const { store, now } = deps;
  if ((await store.alerts.list(projectId)).length >= rulesMax)
    return {
      problem: "conflict",
      detail: `A project can have at most ${rulesMax} alert rules. Delete one that you no longer need.`,
    };
  const { channels, secret } = channelsOf(deps, draft, []);
  const times = { createdAt: now(), since: now(), createdBy: viewer.user.id };
  const rule = await store.alerts.create({ projectId, ...partsOf(draft), channels, ...times });
  await audit(deps, asker, { kind: "alert-made", projectId, about: rule.name });
  return made(rule, secret);
}

/**
 * A rule with a changed condition doesn't notify about the past. "conflict" if the rule was
 * deleted.
 */
export async function changeAlertRule(
  deps: Deps,
  { asker }: Doer,
  { id: projectId }: Project,
  rule: AlertRule,
  draft: RuleDraft,
): Promise<MadeRule | Problem> {
  const { channels, secret } = channelsOf(deps, draft, rule.channels);
  const since = watchesTheSame(rule, draft) ? rule.since : deps.now();
  const changed = await deps.store.alerts.change({ ...rule, ...partsOf(draft), channels, since });
  if (!changed) return gone;
  await audit(deps, asker, { kind: "alert-changed", projectId, about: rule.name });
  return made(changed, secret);
}

/** Notifications are dropped until then, not postponed; undefined: unmutes. */
export async function muteAlertRule(
  { store }: Deps,
  _project: Project,
  { mutedUntil: _before, ...rule }: AlertRule,
  until: number | undefined,
): Promise<AlertRule | Problem> {
  return (
    (await store.alerts.change({ ...rule, ...(until !== undefined && { mutedUntil: until }) })) ??
    gone
  );
}

/** The old secret becomes invalid. "invalid" if the rule has no webhook. */
export async function rotateAlertSecret(
  deps: Deps,
  { asker }: Doer,
  { id: projectId }: Project,
  rule: AlertRule,
): Promise<MadeRule | Problem> {
  if (!rule.channels.some(({ kind }) => kind === "webhook"))
    return { problem: "invalid", detail: "This rule has no webhook, so it has no secret." };
  const secret = makeWebhookSecret();
  const sealedSecret = deps.seal.close(webhookSecretPurpose, secret);
  const channels = rule.channels.map((each) =>
    each.kind === "webhook" ? { ...each, sealedSecret } : each,
  );
  const changed = await deps.store.alerts.change({ ...rule, channels });
  if (!changed) return gone;
  await audit(deps, asker, {
    kind: "alert-changed",
    projectId,
    about: rule.name,
    detail: "a new webhook secret",
  });
  return made(changed, secret);
}

export async function removeAlertRule(
  deps: Deps,
  { asker }: Doer,
  { id: projectId }: Project,
  rule: AlertRule,
): Promise<Problem | undefined> {
  if (!(await deps.store.alerts.remove(projectId, rule.id))) return gone;
  await audit(deps, asker, { kind: "alert-removed", projectId, about: rule.name });
  return undefined;
}

/**
 * Sent like any other notice of the rule, but immediately and even if it is muted. Returns after
 * each channel was tried or after a few seconds. The result is in the rule's history.
 */
export async function testAlertRule(
  { store, now, makeId }: Deps,
  project: Project,
  rule: AlertRule,
): Promise<void> {
  const at = now();
  const to = { kind: "rule", ruleId: rule.id } as const;
  const key = `rule:${rule.id}:test:${makeId()}`;
  await store.notices.add([
    { key, at, projectId: project.id, to, notice: testNotice(rule, project) },
  ]);
  await untilTried(
    async () => (await store.deliveries.list({ ruleId: rule.id, since: at, limit: 20 })).rows,
  );
}

/** A new project's default rules for its members, if this instance can send email. */
export async function makeDefaultRules(
  { alerts }: Pick<Store, "alerts">,
  projectId: ProjectId,
  now: number,
) {
  const base = {
    projectId,
    filter: "",
    environment: "",
    channels: [{ kind: "mail-members" as const }],
  };
  for (const kind of defaultKinds) {
    const { title: name, when } = templates[kind];
    const pace = { mostPerHour: defaultMostPerHour };
    await alerts.create({ ...base, name, when, pace, createdAt: now, since: now });
  }
}

const made = (rule: AlertRule, secret: string | undefined): MadeRule => ({
  rule,
  ...(secret !== undefined && { secret }),
});
const partsOf = ({ name, when, filter, environment, pace }: RuleDraft) => ({
  name,
  when,
  filter,
  environment,
  pace,
});

const watchesTheSame = (rule: AlertRule, { when, filter, environment }: RuleDraft): boolean =>
  rule.filter === filter && rule.environment === environment && sameCondition(rule.when, when);

function sameCondition(a: AlertRule["when"], b: AlertRule["when"]): boolean {
  const fields = Object.keys(b) as (keyof typeof b)[];
  return fields.length === Object.keys(a).length && fields.every((field) => a[field] === b[field]);
}

/** 192 random bits in the format of the Standard Webhooks specification. */
const makeWebhookSecret = (): string => `whsec_${randomBytes(24).toString("base64")}`;

/** A webhook keeps its secret when its address changes. The first webhook gets a new one. */
export function channelsOf(
  { seal }: Pick<Deps, "seal">,
  draft: RuleDraft,
  before: Channel[],
): { channels: Channel[]; secret?: string } {
  const mail: Channel[] = [
    ...(draft.mailMembers ? [{ kind: "mail-members" } as const] : []),
    ...(draft.mailTo.length > 0 ? [{ kind: "mail", to: draft.mailTo } as const] : []),
  ];
  const chats = chatsOf(seal, draft, before);
  if (draft.webhookUrl === undefined) return { channels: [...mail, ...chats] };
  const known = before.find((channel) => channel.kind === "webhook");
  if (known) return { channels: [...mail, { ...known, url: draft.webhookUrl }, ...chats] };
  const secret = makeWebhookSecret();
  const sealedSecret = seal.close(webhookSecretPurpose, secret);
  return {
    channels: [...mail, { kind: "webhook", url: draft.webhookUrl, sealedSecret }, ...chats],
    secret,
  };
}

const chatsOf = (seal: Seal, { chats }: RuleDraft, before: Channel[]): Channel[] =>
  chatKinds.flatMap((kind) => {
    const chat = chats[kind];
    if (!chat) return [];
    const { url } = chat;
    if (url === undefined) return before.filter((channel) => channel.kind === kind);
    const sealedUrl = seal.close(chatServices[kind].purpose, url);
    return [{ kind, sealedUrl, host: new URL(url).host }];
  });
