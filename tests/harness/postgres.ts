import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import postgres from "postgres";
import { postgresProgram } from "../set-up.js";
import { freePort } from "./free-port.ts";

/** A PostgreSQL of the test's own, or the one that SPOOR_TEST_DATABASE_URL names. */
export type TestPostgres = {
  /** The address of a new database, empty or a copy of another without connections. */
  create(template?: string): Promise<string>;
  /** Empties a database that Spoor has opened, as if it had just been made: a new one takes ten times as long. */
  reset(url: string): Promise<void>;
  /** Removes a database that `create` made, connections included. */
  drop(url: string): Promise<void>;
  /** What a server of one's own refused, as its log has it; of a lent one nothing is known. */
  errors(): string[];
  stop(): Promise<void>;
};

/** A server by itself: where it lies, what it listens on, and how to end it. */
export type PostgresServer = {
  folder: string;
  port: number;
  process: ChildProcess;
  /** Lines of its log that say what it refused. */
  errors(): string[];
  /** As pg_ctl's modes: `fast` ends connections and says good-bye, `immediate` is a crash. */
  end(mode: "fast" | "immediate"): Promise<void>;
};

const user = "spoor";
const readyWithinMs = 30_000;
const mostPorts = 4;

/** Starts an own cluster on 127.0.0.1 in a temporary folder, unless one is named. What it keeps need not survive a power cut. */
export async function startPostgres(): Promise<TestPostgres> {
  const named = process.env["SPOOR_TEST_DATABASE_URL"];
  if (named) return onServer(named, { stop: async () => undefined, errors: () => [] }, { isLent: true });
  const folder = newCluster();
  const server = await startServer(folder, ["-c", "fsync=off", "-c", "full_page_writes=off"]);
  const stop = async () => {
    await server.end("immediate");
    rmSync(folder, { recursive: true, force: true });
  };
  return onServer(urlOf(server.port, "postgres"), { stop, errors: server.errors });
}

/** A server that is lent gets back all that was made on it; one of our own goes as a whole. */
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
    drop: async (database) => void (await admin.unsafe(`DROP DATABASE IF EXISTS ${nameOf(database)} WITH (FORCE)`)),
    async stop() {
      if (isLent) for (const name of made) await admin.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await admin.end({ timeout: 5 });
      await stop();
    },
  };
}

/** All days go, all rows go, and numbers begin at 1 again; what the schema itself puts into tables stays. */
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

const nameOf = (template: string) => (URL.canParse(template) ? new URL(template).pathname.slice(1) : template);

export const urlOf = (port: number, database: string): string => `postgres://${user}@127.0.0.1:${port}/${database}`;

/** An empty cluster: its folder. Every user of this machine may connect, which is why it listens on 127.0.0.1 alone. */
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

/** A copy of a running server that follows it, ready to be started. */
export function copyOf(server: PostgresServer, slot: string): string {
  const folder = mkdtempSync(join(tmpdir(), "spoor-replica-"));
  own(folder);
  const from = ["--host", "127.0.0.1", "--port", String(server.port), "--username", user];
  run("pg_basebackup", [
    "--pgdata",
    folder,
    ...from,
    "--checkpoint",
    "fast",
    "--write-recovery-conf",
    "--create-slot",
    "--slot",
    slot,
  ]);
  return folder;
}

/** From now on the server that followed takes writes. */
export const promote = (folder: string): void => run("pg_ctl", ["promote", "--pgdata", folder, "--wait"]);

/** A port that was free may be taken by the time the server has begun: then another is tried. */
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
      if (!isTaken || samePort !== undefined || attempt === mostPorts) throw error;
    }
  }
}

async function startOn(port: number, folder: string, settings: string[], program: string): Promise<PostgresServer> {
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
    // Servers of a cluster connect to each other, and look for certificates there.
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
    ...{ folder, port, process: server, errors: () => [...errors] },
    async end(mode) {
      server.kill(mode === "fast" ? "SIGINT" : "SIGQUIT");
      await ended;
    },
  };
}

async function ready(port: number, server: ChildProcess, said: () => string): Promise<void> {
  for (const until = Date.now() + readyWithinMs; Date.now() < until; await setTimeout(50)) {
    if (server.exitCode !== null) break;
    const asked = spawnSync(postgresProgram("pg_isready"), ["-q", "-h", "127.0.0.1", "-p", String(port)]);
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

/** PostgreSQL refuses to run as root: then it runs as its own user, which its package has made. */
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
