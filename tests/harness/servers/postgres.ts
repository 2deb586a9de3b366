import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import postgres from "postgres";
import { postgresProgram } from "../../set-up.js";
import { freePort } from "#tests/harness/free-port.ts";

/** A test's own PostgreSQL server, or the one in SPOOR_TEST_DATABASE_URL. */
export type TestPostgres = {
  /** Creates a database, empty or copied from one without connections. Returns its URL. */
  create(template?: string): Promise<string>;
  /** Empties an opened database as if it were new; creating one takes ten times as long. */
  reset(url: string): Promise<void>;
  /** Drops a database made by `create`, with its connections. */
  drop(url: string): Promise<void>;
  /** Refused statements in the log of an own server; empty for an external one. */
  errors(): string[];
  stop(): Promise<void>;
};

/** A separate server: its folder, port, and a way to stop it. */
export type PostgresServer = {
  folder: string;
  port: number;
  process: ChildProcess;
  /** Log lines about refused statements. */
  errors(): string[];
  /** pg_ctl's modes: `fast` closes connections, `immediate` simulates a crash. */
  end(mode: "fast" | "immediate"): Promise<void>;
};

const user = "spoor";
const readyWithinMs = 30_000;
const maxPorts = 4;

/**
 * Starts a server on 127.0.0.1 in a temporary folder unless an external one is set. Its data need
 * not survive a power cut.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const named = process.env["SPOOR_TEST_DATABASE_URL"];
  if (named)
    return onServer(named, { stop: async () => undefined, errors: () => [] }, { isLent: true });
  const folder = newCluster();
  const server = await startServer(folder, ["-c", "fsync=off", "-c", "full_page_writes=off"]);
  const stop = async () => {
    await server.end("immediate");
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  };
  return onServer(urlOf(server.port, "postgres"), { stop, errors: server.errors });
}

/** Databases on an external server are dropped; an own server is deleted entirely. */
function onServer(
  url: string,
  { stop, errors }: { stop: () => Promise<void>; errors: () => string[] },
  { isLent } = { isLent: false },
): TestPostgres {
  const made = new Set<string>();
  const admin = postgres(url, { max: 2, onnotice: () => undefined });
  return {
    async create(template = "template0") {
      const name = `spoor_${crypto.randomUUID().replaceAll("-", "")}`;
      await admin.unsafe(`CREATE DATABASE ${name} TEMPLATE ${nameOf(template)} STRATEGY file_copy`);
      made.add(name);
      const created = new URL(url);
      created.pathname = `/${name}`;
      return created.href;
    },
    async reset(database) {
      const sql = postgres(database, { max: 1, onnotice: () => undefined });
      await sql.unsafe(emptying);
      await sql.end();
    },
    errors,
    drop: async (database) =>
      void (await admin.unsafe(`DROP DATABASE IF EXISTS ${nameOf(database)} WITH (FORCE)`)),
    async stop() {
      if (isLent)
        for (const name of made) await admin.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await admin.end({ timeout: 5 });
      await stop();
    },
  };
}

/** Drops all days, deletes all rows, and restarts numbering; rows of the schema itself stay. */
const emptying = `DO $$
DECLARE
  each record;
  filled text[] := '{}';
  has_rows boolean;
BEGIN
  FOR each IN SELECT c.oid::regclass AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relispartition AND c.relkind = 'r' LOOP
    EXECUTE format('DROP TABLE %s', each.name);
  END LOOP;
  FOR each IN SELECT c.oid::regclass AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname NOT IN ('schema_version', 'schema_migrations', 'log_end') LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s)', each.name) INTO has_rows;
    IF has_rows THEN filled := filled || each.name::text; END IF;
  END LOOP;
  IF filled <> '{}' THEN EXECUTE 'TRUNCATE ' || array_to_string(filled, ', ') || ' RESTART IDENTITY CASCADE'; END IF;
  UPDATE log_end SET last = 0 WHERE last <> 0;
END $$`;

const nameOf = (template: string) =>
  URL.canParse(template) ? new URL(template).pathname.slice(1) : template;

export const urlOf = (port: number, database: string): string =>
  `postgres://${user}@127.0.0.1:${port}/${database}`;

/**
 * Creates an empty cluster. Returns its folder. Every local user may connect, so it listens on
 * 127.0.0.1 only.
 */
export function newCluster(): string {
  const folder = mkdtempSync(join(tmpdir(), "spoor-postgres-"));
  own(folder);
  run("initdb", [
    "--pgdata",
    folder,
    "--username",
    user,
    "--auth",
    "trust",
    "--encoding",
    "UTF8",
    "--locale",
    "C.UTF-8",
    "--no-sync",
  ]);
  return folder;
}

/** Creates a replica of a running server, ready to be started. */
export function copyOf(server: PostgresServer, slot: string): string {
  const [folder, words] = backingUp(server);
  run("pg_basebackup", [...words, "--write-recovery-conf", "--create-slot", "--slot", slot]);
  return folder;
}

/** Copies a running server's files, with the part of its log that makes them consistent. */
export async function baseBackupOf(server: PostgresServer): Promise<string> {
  const [folder, words] = backingUp(server);
  const options = { ...postgresOwner(), cwd: tmpdir() };
  await promisify(execFile)(postgresProgram("pg_basebackup"), words, options);
  return folder;
}

/** An empty folder, and how to fill it. */
function backingUp({ port }: PostgresServer): [folder: string, words: string[]] {
  const folder = mkdtempSync(join(tmpdir(), "spoor-copy-"));
  own(folder);
  const from = ["--host", "127.0.0.1", "--port", String(port), "--username", user];
  return [folder, ["--pgdata", folder, ...from, "--checkpoint", "fast"]];
}

/** Makes a replica writable. */
export const promote = (folder: string): void =>
  run("pg_ctl", ["promote", "--pgdata", folder, "--wait"]);

/** Retries with another port if a free one was taken by the time of the start. */
export async function startServer(
  folder: string,
  settings: string[] = [],
  samePort?: number,
  program = postgresProgram("postgres"),
): Promise<PostgresServer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOn(samePort ?? (await freePort()), folder, settings, program);
    } catch (error) {
      const isTaken = String(error).includes("Address already in use");
      if (!isTaken || samePort !== undefined || attempt === maxPorts) throw error;
    }
  }
}

async function startOn(
  port: number,
  folder: string,
  settings: string[],
  program: string,
): Promise<PostgresServer> {
  const words = [
    "-D",
    folder,
    "-p",
    String(port),
    "-c",
    "listen_addresses=127.0.0.1",
    "-c",
    "unix_socket_directories=",
  ];
  const server = spawn(program, [...words, ...settings], {
    ...postgresOwner(),
    cwd: folder,
    // Servers of a cluster connect to each other and look for certificates there.
    env: { ...process.env, HOME: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  const errors: string[] = [];
  createInterface({ input: server.stderr }).on("line", (line) => {
    said = `${said}${line}\n`.slice(-4_000);
    if (line.includes(" ERROR: ")) errors.push(line);
  });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  await ready(port, server, () => said);
  return {
    folder,
    port,
    process: server,
    errors: () => [...errors],
    async end(mode) {
      server.kill(mode === "fast" ? "SIGINT" : "SIGQUIT");
      await ended;
    },
  };
}

async function ready(port: number, server: ChildProcess, said: () => string): Promise<void> {
  for (const until = Date.now() + readyWithinMs; Date.now() < until; await setTimeout(50)) {
    if (server.exitCode !== null) break;
    const asked = spawnSync(postgresProgram("pg_isready"), [
      "-q",
      "-h",
      "127.0.0.1",
      "-p",
      String(port),
    ]);
    if (asked.status === 0) return;
  }
  throw new Error(`PostgreSQL did not start:\n${said()}`);
}

function run(name: string, words: string[]): void {
  const { status, stderr } = spawnSync(postgresProgram(name), words, {
    ...postgresOwner(),
    cwd: tmpdir(),
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
}

/** PostgreSQL refuses to run as root, so it runs as its package's user. */
export function postgresOwner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ["-u", "-g"].map((flag) =>
    Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout),
  );
  return { uid: uid!, gid: gid! };
}

function own(folder: string): void {
  const { uid, gid } = postgresOwner();
  if (uid !== undefined) chownSync(folder, uid, gid!);
}
