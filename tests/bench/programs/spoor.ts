import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ProjectId } from "#server/domain/ids.ts";
import { type IssueJson, owner } from "#tests/harness/project.ts";
import { environmentOf, runCli } from "#tests/harness/spoor.ts";
import { type Program, startProgram } from "./program.ts";

/** The compiled instance with one project: where to send, and how to read stored data. */
export type BenchedSpoor = Program & {
  dataFolder: string;
  projectId: ProjectId;
  /** Path and key of the project's envelope endpoint. */
  envelopePath: string;
  /** Path for spans as OTLP. */
  tracesPath: string;
  /** The project's pages, without a final slash. */
  pagesPath: string;
  /** The owner's session. */
  sessionCookie: string;
  /** The first 200 issues as pages show them, most recent first. */
  issues(query?: string): Promise<IssueJson[]>;
  /** Path below the project's pages. */
  get(path: string): Promise<Response>;
  /** Restarts on the same folder with the same session. */
  restart(): Promise<BenchedSpoor>;
  /** Starts another instance on a copy of the stopped one's folder, with the same session. */
  copy(options?: BenchedSpoorOptions): Promise<BenchedSpoor>;
  /** Stops it and deletes its folder. */
  remove(): Promise<void>;
};

/** As users start it: with the launcher's process settings. */
const launcher = fileURLToPath(new URL("../../../server/cli/bin.js", import.meta.url));
const slug = "shop";

export type BenchedSpoorOptions = {
  /** Options for Node, such as a profiler's. */
  nodeWords?: string[];
  environment?: Record<string, string>;
};

/** An empty folder set up by commands: an owner and a project. */
export async function startNewSpoor(options: BenchedSpoorOptions = {}): Promise<BenchedSpoor> {
  const dataFolder = await newFolder();
  const environment = environmentOf(dataFolder, options.environment);
  const program = await serve(dataFolder, options);
  await runCli(
    ["user", "create", "--owner", "--email", owner.email, "--password", owner.password],
    environment,
  );
  const made = await runCli(
    ["project", "create", "--name", "Shop", "--slug", slug, "--platform", "node"],
    environment,
  );
  const sessionCookie = await signIn(`http://127.0.0.1:${program.port}`);
  return benched(program, { dataFolder, made, sessionCookie, options });
}

/** Another process on the same database with its own folder. */
export async function startBeside(
  options: BenchedSpoorOptions,
): Promise<Program & { remove(): Promise<void> }> {
  const dataFolder = await newFolder();
  const program = await serve(dataFolder, options);
  const remove = () => program.stop().then(() => rm(dataFolder, { recursive: true, force: true }));
  return { ...program, remove };
}

const newFolder = () => mkdtemp(join(tmpdir(), "spoor-bench-"));

function serve(
  dataFolder: string,
  { nodeWords = [], environment }: BenchedSpoorOptions,
): Promise<Program> {
  return startProgram({
    words: [...nodeWords, launcher, "serve"],
    environment: environmentOf(dataFolder, environment),
  });
}

type Started = {
  dataFolder: string;
  /** The output of `project create`. */
  made: Record<string, unknown>;
  sessionCookie: string;
  options: BenchedSpoorOptions;
};

function benched(program: Program, started: Started): BenchedSpoor {
  const { dataFolder, made, sessionCookie } = started;
  const pages = `http://127.0.0.1:${program.port}/${slug}`;
  const get = (path: string) => fetch(pages + path, { headers: { cookie: sessionCookie } });
  return {
    ...program,
    dataFolder,
    projectId: made.id as ProjectId,
    tracesPath: `/v1/traces?sentry_key=${String(made.publicKey)}`,
    envelopePath: `/api/${String(made.id)}/envelope/?sentry_version=7&sentry_key=${String(made.publicKey)}`,
    pagesPath: `/${slug}`,
    sessionCookie,
    get,
    issues: (query = "") => readIssues(get, query),
    restart: async () => benched(await serve(dataFolder, started.options), started),
    copy: async (options = {}) => {
      const copied = { ...started, options, dataFolder: await newFolder() };
      await cp(dataFolder, copied.dataFolder, { recursive: true });
      return benched(await serve(copied.dataFolder, options), copied);
    },
    remove: async () => {
      await program.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

async function signIn(origin: string): Promise<string> {
  const body = new URLSearchParams({ email: owner.email, password: owner.password });
  const answer = await fetch(`${origin}/login`, { method: "POST", body, redirect: "manual" });
  const cookie = /spoor_session=[^;]+/.exec(answer.headers.get("set-cookie") ?? "")?.[0];
  if (!cookie) throw new Error(`Signing in was answered ${answer.status}: ${await answer.text()}`);
  return cookie;
}

async function readIssues(get: BenchedSpoor["get"], query: string): Promise<IssueJson[]> {
  const answer = await get(`/issues.json?${new URLSearchParams({ query, limit: "200" })}`);
  if (answer.status !== 200)
    throw new Error(`issues.json answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { issues: IssueJson[] }).issues;
}
