import { access, constants, statfs } from "node:fs/promises";
import { join } from "node:path";
import { lastBackup } from "#server/backup/last-backup.ts";
import { waitingBytes } from "#server/digest/spool-copy.ts";
import { checkStorage, describeStorage } from "#server/storage/sqlite/sizes.ts";
import type { Command, CommandInput } from "./command.ts";
import { retentionFinding } from "./doctor-retention.ts";
import { printBytes } from "./print-bytes.ts";

type Finding = { check: string; ok: boolean; detail: string };

const freeBytesMin = 1024 * 1024 * 1024;

/** Looks at everything that an operator would be asked about first. Exit code 1 when something is wrong. */
export const doctor: Command = {
  summary: "Check this installation: Node, data folder, disk, files, what waits.",
  options: {},
  async run(input) {
    const findings = await examine(input);
    const ok = findings.every((finding) => finding.ok);
    const lines = findings.map((finding) => `${finding.ok ? "ok  " : "BAD "} ${finding.check}: ${finding.detail}`);
    return { text: lines.join("\n"), data: { ok, findings }, exitCode: ok ? 0 : 1 };
  },
};

async function examine({ config, store }: CommandInput): Promise<Finding[]> {
  const { dataFolder } = config;
  return [
    nodeVersion(),
    await writable(dataFolder),
    await freeSpace(dataFolder),
    ...(config.databaseUrl === undefined ? await files(dataFolder) : [database(config.databaseUrl)]),
    await queue(dataFolder, store),
    ...(config.databaseUrl === undefined ? [await backedUp(dataFolder)] : []),
    await retentionFinding(store),
    await people(store),
  ];
}

function nodeVersion(): Finding {
  const ok = Number(process.versions.node.split(".", 1)[0]) >= 24;
  return { check: "Node", ok, detail: ok ? process.version : `${process.version}, but Spoor needs 24 or newer` };
}

async function writable(folder: string): Promise<Finding> {
  const ok = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  return { check: "data folder", ok, detail: ok ? folder : `${folder} cannot be written to` };
}

async function freeSpace(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const bytes = bavail * bsize;
  const ok = bytes >= freeBytesMin;
  return { check: "free space", ok, detail: ok ? printBytes(bytes) : `only ${printBytes(bytes)} left` };
}

async function files(folder: string): Promise<Finding[]> {
  const sizes = await describeStorage(folder);
  const faults = await checkStorage(folder);
  return sizes.map(({ file, bytes }) => {
    const fault = faults.find((each) => each.file === file)?.fault;
    return { check: file, ok: fault === undefined, detail: fault ?? printBytes(bytes) };
  });
}

/** It answers and has the format of this version, or no store would be here. Its password is nobody's business. */
function database(url: string): Finding {
  // Several hosts may stand in it, which no URL parser takes.
  const where = url.replace(/^\w+:\/\/(?:[^@/]*@)?/, "").replace(/\?.*/, "");
  return { check: "database", ok: true, detail: `PostgreSQL at ${where}` };
}

/** What is not digested yet: of a server at work that is a moment's traffic. */
async function queue(folder: string, store: CommandInput["store"]): Promise<Finding> {
  const bytes = await waitingBytes(join(folder, "spool"), await store.digested());
  return { check: "queue", ok: true, detail: bytes === 0 ? "empty" : `${printBytes(bytes)} not yet processed` };
}

/** Never having made one is no fault of the installation: a snapshot of the disk may be how it is done here. */
async function backedUp(folder: string): Promise<Finding> {
  const last = await lastBackup(folder);
  const detail = last ? `${last.takenAt}, ${last.file}, ${printBytes(last.bytes)}` : "none yet: spoor backup FILE";
  return { check: "last backup", ok: true, detail };
}

async function people(store: CommandInput["store"]): Promise<Finding> {
  const users = await store.people.list();
  const owners = users.filter((user) => user.role === "owner").length;
  const projects = (await store.projects.list()).length;
  const detail =
    users.length === 0
      ? "nobody yet: open the set-up link that the server prints"
      : `${users.length} users, ${owners} of them owners; ${projects} projects`;
  return { check: "people", ok: users.length === 0 || owners > 0, detail };
}
