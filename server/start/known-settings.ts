import { cardinalityLimits } from "#server/domain/cardinality/limits.ts";
import { nearestOf } from "#server/domain/search/nearest.ts";

const oidc = ["ISSUER", "CLIENT_ID", "CLIENT_SECRET", "NAME", "ALLOWED_DOMAINS", "CREATE_USERS"];

/**
 * Every environment variable that the server reads. The handbook contains the same list
 * (tests/handbook.test.ts).
 */
export const settingNames: readonly string[] = [
  "PORT",
  "HOST",
  "DATABASE_URL",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_SDK_DISABLED",
  "SPOOR_DATA",
  "SPOOR_SECRET_KEY",
  "SPOOR_URL",
  "SPOOR_TRUST_PROXY",
  "SPOOR_ALLOW_PRIVATE",
  "SPOOR_BACKUP_FOLDER",
  "SPOOR_BACKUP_TIME",
  "SPOOR_BACKUP_KEEP",
  "SPOOR_SMTP_URL",
  "SPOOR_MAIL_FROM",
  ...oidc.map((name) => `SPOOR_OIDC_${name}`),
  "SPOOR_READ_SECONDS",
  "SPOOR_QUEUE_SECONDS",
  "SPOOR_QUEUE_MIB",
  "SPOOR_METRICS_TOKEN",
  "SPOOR_CONNECTIONS",
  "SPOOR_CONNECTIONS_PER_ADDRESS",
  "SPOOR_HEAD_SECONDS",
  "SPOOR_REQUEST_SECONDS",
  "SPOOR_KEEP_ALIVE_SECONDS",
  "SPOOR_FORM_KIB",
  "SPOOR_API_KIB",
  ...Object.values(cardinalityLimits).flatMap((limit) =>
    "variable" in limit ? [limit.variable] : [],
  ),
];

/**
 * The launcher's own, and what Kubernetes adds to every container next to a Service named `spoor`.
 */
const isOfTheSystem = (name: string, value: string): boolean =>
  name === "SPOOR_LAUNCHER_PID" ||
  /^SPOOR_(?:\w+_)?SERVICE_(?:HOST|PORT(?:_\w+)?)$/.test(name) ||
  (/^SPOOR_(?:\w+_)?PORT(?:_|$)/.test(name) &&
    (/^(?:tcp|udp|sctp):\/\//.test(value) || /_(?:TCP|UDP|SCTP)_/.test(name)));

/**
 * A warning for each variable that resembles a setting but isn't one, or has an unused value: a
 * misspelled backup setting would make no backups.
 */
export function unknownSettings(environment: NodeJS.ProcessEnv): string[] {
  const names = Object.entries(environment)
    .filter(
      ([name, value = ""]) => /^spoor_/i.test(name) && value !== "" && !isOfTheSystem(name, value),
    )
    .filter(([name]) => !settingNames.includes(name))
    .map(([name]) => `${name} is not a setting.${suggestionFor(name)}`);
  return [...names, ...wrongSwitch(environment)];
}

/**
 * OpenTelemetry's own switch: by its specification, any other value leaves tracing on, with a
 * warning.
 */
export const isOtelDisabled = (value = ""): boolean => value.toLowerCase() === "true";

function wrongSwitch(environment: NodeJS.ProcessEnv): string[] {
  const { OTEL_SDK_DISABLED: value = "" } = environment;
  if (/^(?:true|false|)$/i.test(value)) return [];
  return [`OTEL_SDK_DISABLED is “${value}”. Use true or false. Spoor's own traces are recorded.`];
}

/** Without the common prefix, otherwise every name would be similar: `PORT` for SPOOR_PORT. */
function suggestionFor(name: string): string {
  const bare = (each: string) => each.replace(/^spoor_/i, "");
  const nearest = nearestOf(bare(name), settingNames.map(bare));
  const isMeant = (each: string) =>
    nearest === undefined ? bare(each).startsWith(`${bare(name)}_`) : bare(each) === nearest;
  const meant = settingNames.find(isMeant);
  return meant === undefined ? "" : ` Did you mean ${meant}?`;
}
