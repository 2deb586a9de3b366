import { access, constants, statfs } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { waitingBytes } from "#server/digest/spool/spool-copy.ts";
import { diskCauseOf } from "#server/domain/health/disk-cause.ts";
import { daysOfRules } from "#server/domain/retention/limits.ts";
import { gibText } from "#server/domain/retention/gib-text.ts";
import { hasData } from "#server/storage/sqlite/connections.ts";
import { openStore } from "#server/start/open-store.ts";
import type { Store } from "#server/storage/store.ts";
import type { Command, CommandInput, FolderInput } from "./command.ts";
import { backupFindings } from "./doctor-backup.ts";
import { fileFindings, lostDayFindings, unreadableFinding } from "./doctor-files.ts";
import { printBytes } from "./print-bytes.ts";
import { counted } from "#server/domain/count.ts";

export type Finding = { check: string; ok: boolean; detail: string };

const freeBytesMin = 1024 * 1024 * 1024;

/** Checks what an operator would be asked about first. Exit code 1 if there is a problem. */
export const doctor: Command = {
  summary: "Check this installation: Node, settings, data folder, disk, files, backups, and queue.",
  options: {},
  async runOnFolder(input) {
    const findings = await examine(input);
    const ok = findings.every((finding) => finding.ok);
    const lines = findings.map(
      (finding) => `${finding.ok ? "ok  " : "FAIL"} ${finding.check}: ${finding.detail}`,
    );
    return { text: lines.join("\n"), data: { ok, findings }, exitCode: ok ? 0 : 1 };
  },
};

async function examine(input: FolderInput): Promise<Finding[]> {
  const { config } = input;
  const { dataFolder } = config;
  const general = [nodeVersion(), ...config.unknown.map(unknownSetting)];
  // A mistyped SPOOR_DATA must not create an empty installation that looks healthy.
  if (config.databaseUrl === undefined && isUnused(dataFolder))
    return [...general, noData(dataFolder)];
  // Runs before the file checks, because it upgrades an older folder.
  const stored = await storeFindings(input);
  return [
    ...general,
    await writable(dataFolder),
    await freeSpace(dataFolder),
    ...(config.databaseUrl === undefined ? await fileFindings(dataFolder) : []),
    ...(config.databaseUrl === undefined ? await backupFindings(config, input.now()) : []),
    ...stored,
  ];
}

/**
 * Has neither spoor.db nor telemetry. Telemetry without spoor.db is reported when opening the
 * store.
 */
const isUnused = (folder: string): boolean =>
  !hasData(folder) && !existsSync(join(folder, "telemetry"));

const noData = (folder: string): Finding => ({
  check: "data folder",
  ok: false,
  detail: `no Spoor data in ${folder}. Set SPOOR_DATA to the server's data folder, or start the server once`,
});

/**
 * Findings that require an open store. If spoor.db is damaged or the database doesn't accept
 * connections, that and what to do.
 */
async function storeFindings(input: FolderInput): Promise<Finding[]> {
  const { dataFolder, databaseUrl } = input.config;
  const ofDatabase = databaseUrl === undefined ? [] : [database(databaseUrl)];
  try {
    const store = await openStore(input.config);
    try {
      const lost = await lostDayFindings(dataFolder, await store.files.look(input.now()));
      return [
        ...ofDatabase,
        ...lost,
        await queue(dataFolder, store),
        await retentionFinding(store),
        await people(store),
      ];
    } finally {
      await store.close();
    }
  } catch (error) {
    const cause = diskCauseOf(error);
    if (databaseUrl !== undefined && (cause === "away" || cause === "node-away"))
      return [databaseAway(databaseUrl, error as Error)];
    if (databaseUrl !== undefined || cause !== "damaged") throw error;
    return [unreadableFinding];
  }
}

function nodeVersion(): Finding {
  const ok = Number(process.versions.node.split(".", 1)[0]) >= 24;
  return {
    check: "Node",
    ok,
    detail: ok ? process.version : `${process.version}. Spoor requires Node 24 or newer`,
  };
}

const unknownSetting = (detail: string): Finding => ({ check: "settings", ok: false, detail });

async function writable(folder: string): Promise<Finding> {
  const ok = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  return { check: "data folder", ok, detail: ok ? folder : `${folder} is not writable` };
}

async function freeSpace(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const bytes = bavail * bsize;
  const ok = bytes >= freeBytesMin;
  return {
    check: "free space",
    ok,
    detail: ok ? printBytes(bytes) : `only ${printBytes(bytes)} left`,
  };
}

/** The open store proves that the database responds and has this version's format. */
const database = (url: string): Finding => ({ check: "database", ok: true, detail: placeOf(url) });

const databaseAway = (url: string, { message }: Error): Finding => ({
  check: "database",
  ok: false,
  detail: `${placeOf(url)}. ${message}`,
});

/** Without the password. The address may contain several hosts, which URL parsers reject. */
const placeOf = (url: string) =>
  `PostgreSQL at ${url.replace(/^\w+:\/\/(?:[^@/]*@)?/, "").replace(/\?.*/, "")}`;

/** Undigested data: for a running server, a moment's traffic. */
async function queue(folder: string, store: CommandInput["store"]): Promise<Finding> {
  const bytes = await waitingBytes(join(folder, "spool"), await store.digested());
  return {
    check: "queue",
    ok: true,
    detail: bytes === 0 ? "empty" : `${printBytes(bytes)} not yet processed`,
  };
}

async function people(store: CommandInput["store"]): Promise<Finding> {
  const users = await store.people.list();
  const owners = users.filter((user) => user.role === "owner").length;
  const projects = (await store.projects.list()).length;
  const detail =
    users.length === 0
      ? "none yet. Open the setup link that the server prints"
      : `${counted(users.length, "user")} (${counted(owners, "owner")}); ${counted(projects, "project")}`;
  return { check: "users", ok: users.length === 0 || owners > 0, detail };
}

/** Retention settings and usage. A problem if telemetry exceeds its limit. */
async function retentionFinding({ retention }: Pick<Store, "retention">) {
  const limits = await retention.limits();
  const { telemetryBytes } = limits;
  const days = await retention.days();
  const bytes = days.reduce((sum, day) => sum + day.bytes, 0);
  const size =
    telemetryBytes === undefined ? "no size limit" : `at most ${gibText(telemetryBytes)} GiB`;
  const kept = `${daysOfRules(limits)}, ${size}; ${counted(days.length, "day")} ${days.length === 1 ? "uses" : "use"} ${printBytes(bytes)}`;
  const ok = bytes <= (telemetryBytes ?? Infinity);
  return {
    check: "retention",
    ok,
    detail: ok ? kept : `${kept}. This is over the limit: today and yesterday are never deleted`,
  };
}
