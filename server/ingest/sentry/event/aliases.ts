import type { JsonObject } from "#server/domain/json.ts";

/** Old clients' names, and the current ones (Sentry's developer docs, Event Payloads). */
const aliases: [old: string, current: string][] = [
  ["sentry.interfaces.Exception", "exception"],
  ["sentry.interfaces.Stacktrace", "stacktrace"],
  ["sentry.interfaces.Message", "logentry"],
  ["sentry.interfaces.User", "user"],
  ["sentry.interfaces.Http", "request"],
  ["sentry.interfaces.Contexts", "contexts"],
  ["sentry.interfaces.Breadcrumbs", "breadcrumbs"],
  ["sentry.interfaces.Csp", "csp"],
  ["sentry.interfaces.Template", "template"],
  ["culprit", "transaction"],
];

/** Renames fields with an old name in place, unless the current name exists. */
export function adoptAliases(payload: JsonObject): void {
  for (const [old, current] of aliases) {
    if (!(old in payload)) continue;
    payload[current] ??= payload[old]!;
    delete payload[old];
  }
}
