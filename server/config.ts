import { resolve } from "node:path";
import { readBackupSettings } from "#server/backup/backup-settings.ts";
import type { BackupSchedule } from "#server/domain/backup/schedule.ts";
import {
  cardinalityLimits,
  type CardinalityLimits,
  limitNames,
  type LimitName,
} from "#server/domain/cardinality/limits.ts";
import { type AllowedPrivate, parseAllowedPrivate } from "#server/domain/net/allowed-private.ts";
import type { Bounds } from "#server/domain/overload/admission.ts";
import { type HttpSettings, readHttpSettings } from "#server/http/http-settings.ts";
import { isOtelDisabled, unknownSettings } from "#server/start/known-settings.ts";
import { type MailSettings, readMailSettings } from "#server/notify/mail-settings.ts";
import { type ProviderSettings, readProviderSettings } from "#server/oidc/provider-settings.ts";
import {
  ConfigError,
  readAmount,
  readDatabaseUrl,
  readPort,
  readTrustProxy,
  readUrl,
} from "#server/start/read-setting.ts";

export { ConfigError } from "#server/start/read-setting.ts";

/**
 * The complete environment configuration, read once. The operator's handbook lists the variables.
 */
export type Config = {
  port: number;
  host: string;
  /** Absolute path of the data folder. */
  dataFolder: string;
  /**
   * A PostgreSQL database, `postgres://…`; undefined: files in the data folder. The spool is always
   * in the data folder.
   */
  databaseUrl?: string;
  /** Replaces the data folder's or database's own key for sealing secrets. */
  secretKey?: string;
  /** Public origin and base path without a final slash; undefined: taken from each request. */
  publicUrl?: string;
  /** Express's `trust proxy`: addresses, names such as `loopback`, or a number of hops. */
  trustProxy?: string | number;
  /**
   * Private addresses that webhooks and sign-in providers may have. Otherwise, only public ones are
   * called.
   */
  allowPrivate: AllowedPrivate;
  /** The outgoing mail server; undefined: no email. */
  mail?: MailSettings;
  /** Single sign-on; undefined: users sign in only with local accounts. */
  provider?: ProviderSettings;
  /** Beyond these limits, nothing more is accepted until the queue is stored (domain/overload). */
  queue: Bounds;
  /** Maximum number of names per kind and project, if different from `domain/cardinality`. */
  cardinality: Partial<CardinalityLimits>;
  /** Deadline of a page's reads, after which the page responds without them (`read-threads.ts`). */
  readDeadlineMs: number;
  /** Limits per client: connections, time, and bytes. */
  http: HttpSettings;
  /** Grants access to `/metrics` outside the loopback interface. */
  metricsToken?: string;
  /** Scheduled backups of this server; undefined: none. */
  backup?: BackupSchedule;
  /** Whether Spoor traces itself into its own project. */
  ownTraces: boolean;
  /** Additional destination of Spoor's own traces. */
  otlpEndpoint?: string;
  /** Warnings about variables that aren't settings. */
  unknown: string[];
};

export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const databaseUrl = readDatabaseUrl(environment.DATABASE_URL);
  const secretKey = readSecretKey(environment.SPOOR_SECRET_KEY);
  const metricsToken = readMetricsToken(environment.SPOOR_METRICS_TOKEN);
  const publicUrl = readUrl("SPOOR_URL", environment.SPOOR_URL);
  const otlpEndpoint = readUrl(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    environment.OTEL_EXPORTER_OTLP_ENDPOINT,
  );
  const mail = readMail(environment, publicUrl);
  const allowPrivate = readAllowPrivate(environment.SPOOR_ALLOW_PRIVATE);
  const provider = readProvider(environment, allowPrivate);
  const trustProxy = readTrustProxy(environment.SPOOR_TRUST_PROXY);
  const dataFolder = resolve(environment.SPOOR_DATA || "data");
  const backup = readBackup(environment, { dataFolder, inDatabase: databaseUrl !== undefined });
  return {
    port: readPort(environment.PORT),
    host: environment.HOST || "127.0.0.1",
    dataFolder,
    allowPrivate,
    queue: {
      oldestMs: 1000 * readAmount("SPOOR_QUEUE_SECONDS", environment.SPOOR_QUEUE_SECONDS, 60),
      bytes: 1024 * 1024 * readAmount("SPOOR_QUEUE_MIB", environment.SPOOR_QUEUE_MIB, 8192),
    },
    cardinality: readCardinality(environment),
    readDeadlineMs: 1000 * readAmount("SPOOR_READ_SECONDS", environment.SPOOR_READ_SECONDS, 10),
    http: readHttp(environment),
    ownTraces: !isOtelDisabled(environment.OTEL_SDK_DISABLED),
    unknown: unknownSettings(environment),
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(secretKey === undefined ? {} : { secretKey }),
    ...(metricsToken === undefined ? {} : { metricsToken }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(mail === undefined ? {} : { mail }),
    ...(provider === undefined ? {} : { provider }),
    ...(backup === undefined ? {} : { backup }),
    ...(trustProxy === undefined ? {} : { trustProxy }),
    ...(otlpEndpoint === undefined ? {} : { otlpEndpoint }),
  };
}

function readCardinality(environment: NodeJS.ProcessEnv): Partial<CardinalityLimits> {
  const given = limitNames.flatMap((name): [LimitName, number][] => {
    const { variable, most }: { variable?: string; most: number } = cardinalityLimits[name];
    const value = variable && environment[variable];
    return value ? [[name, readAmount(variable, value, most)]] : [];
  });
  return Object.fromEntries(given);
}

const secretKeyLeast = 32;

/** A short key could be guessed by anyone with a copy of the database. */
function readSecretKey(value: string | undefined): string | undefined {
  if (!value) return undefined;
  if (value.length >= secretKeyLeast) return value;
  throw new ConfigError(
    `SPOOR_SECRET_KEY is too short. Use at least ${secretKeyLeast} random characters.`,
  );
}

/** The characters that RFC 6750 allows in a bearer token. A short one could be guessed. */
function readMetricsToken(value: string | undefined): string | undefined {
  if (!value) return undefined;
  if (/^[\w.~+/-]{16,}=*$/.test(value)) return value;
  throw new ConfigError(
    "SPOOR_METRICS_TOKEN is too short or has invalid characters. Use at least 16 random letters, digits, or - . _ ~ + /.",
  );
}

function readMail(
  environment: NodeJS.ProcessEnv,
  publicUrl: string | undefined,
): MailSettings | undefined {
  const mail = readMailSettings(environment, publicUrl);
  if (mail && "wrong" in mail) throw new ConfigError(mail.wrong);
  return mail;
}

function readBackup(...words: Parameters<typeof readBackupSettings>): BackupSchedule | undefined {
  const backup = readBackupSettings(...words);
  if (backup && "wrong" in backup) throw new ConfigError(backup.wrong);
  return backup;
}

function readHttp(environment: NodeJS.ProcessEnv): HttpSettings {
  const http = readHttpSettings(environment);
  if ("wrong" in http) throw new ConfigError(http.wrong);
  return http;
}

function readProvider(
  environment: NodeJS.ProcessEnv,
  allowPrivate: AllowedPrivate,
): ProviderSettings | undefined {
  const provider = readProviderSettings(environment, allowPrivate);
  if (provider && "wrong" in provider) throw new ConfigError(provider.wrong);
  return provider;
}

function readAllowPrivate(value = ""): AllowedPrivate {
  const allowed = parseAllowedPrivate(value);
  if (!("wrong" in allowed)) return allowed;
  const taken = "host names and ranges, such as hooks.internal, 10.0.0.0/8";
  throw new ConfigError(
    `SPOOR_ALLOW_PRIVATE has the invalid entry “${allowed.wrong}”. Use ${taken}.`,
  );
}
