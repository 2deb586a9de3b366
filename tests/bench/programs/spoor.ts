import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ProjectId } from "#server/domain/ids.ts";
import { type IssueJson, owner } from "#tests/harness/project.ts";
import { environmentOf, runCli } from "#tests/harness/spoor.ts";
import { type Program, startProgram } from "./program.ts";

/** The compiled Spoor with one project: where to send to, and how to read what arrived. */
export type BenchedSpoor = Program & {
  dataFolder: string;
  projectId: ProjectId;
  /** Path and key of the project's envelope endpoint. */
  envelopePath: string;
  /** Where its spans go, as OTLP. */
  tracesPath: string;
  /** The project's pages, without a final slash. */
  pagesPath: string;
  /** Of the owner. */
  sessionCookie: string;
  /** As the pages show them: all of the first 200, with the most recent first. */
  issues(query?: string): Promise<IssueJson[]>;
  /** Path below the project's pages. */
  get(path: string): Promise<Response>;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
};

const cli = fileURLToPath(new URL("../../../build/server/cli.js", import.meta.url));
const slug = "shop";

export type BenchedSpoorOptions = {
  /** For Node itself: a profiler's, for instance. */
  nodeWords?: string[];
  environment?: Record<string, string>;
};

export async function startSpoor(options: BenchedSpoorOptions = {}): Promise<BenchedSpoor> {
  const dataFolder = await mkdtemp(join(tmpdir(), "spoor-bench-"));
  const environment = environmentOf(dataFolder, options.environment);
  const program = await startProgram({ words: [...(options.nodeWords ?? []), cli, "serve"], environment });
  await runCli(["user", "create", "--owner", "--email", owner.email, "--password", owner.password], environment);
  const made = await runCli(["project", "create", "--name", "Shop", "--slug", slug, "--platform", "node"], environment);
  const origin = `http://127.0.0.1:${program.port}`;
  const sessionCookie = await signIn(origin);
  const get = (path: string) => fetch(`${origin}/${slug}${path}`, { headers: { cookie: sessionCookie } });
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
  if (answer.status !== 200) throw new Error(`issues.json answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { issues: IssueJson[] }).issues;
}
