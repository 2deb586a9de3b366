import { shownChannel } from "#server/domain/alert/shown-channel.ts";
import { conditionWords } from "#server/domain/alert/words.ts";
import type { AlertRuleId } from "#server/domain/ids.ts";
import type { Problem } from "#server/domain/problem.ts";
import { isoTime } from "#server/http/iso-time.ts";
import type { ListedRule } from "#server/storage/alerts/alert-store.ts";
import type { DataHandler } from "./routes.ts";

/** All rules of the project, oldest first. */
export const alertListData: DataHandler = async ({ services, project }) => ({
  rules: (await services.store.alerts.list(project.id)).map(ruleJson),
});

const noRule: Problem = { problem: "not-found", detail: "Alert rule not found." };

/** One rule, its current state, and how often it would have fired in the last seven days. */
export const alertData: DataHandler = async ({ services, project }, request) => {
  const id = Number(request.params.rule);
  const rule =
    Number.isSafeInteger(id) && (await services.store.alerts.find(project.id, id as AlertRuleId));
  if (!rule) return noRule;
  const { standings, lastWeek } = await services.readAlertRule(project, rule);
  return {
    ...ruleJson(rule),
    lastWeek: lastWeek ? { times: lastWeek.times, atLeast: lastWeek.atLeast } : null,
    standings: standings.map(({ what, value, path, isTrue }) => ({
      what,
      value,
      path,
      over: isTrue ?? null,
    })),
  };
};

/** Channels without credentials; for webhooks, only the host. */
function ruleJson(rule: ListedRule) {
  const {
    id,
    name,
    when,
    filter,
    environment,
    channels,
    pace,
    mutedUntil,
    createdAt,
    lastFiredAt,
    firing,
  } = rule;
  return {
    id,
    name,
    when,
    filter,
    environment,
    pace,
    firing,
    sentence: conditionWords(when),
    channels: channels.map((channel) => shownChannel(channel, false)),
    mutedUntil: isoTime(mutedUntil),
    createdAt: isoTime(createdAt),
    lastFiredAt: isoTime(lastFiredAt),
  };
}
