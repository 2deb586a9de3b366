import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeSecret } from "#server/commands/sign-in/secrets.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { User } from "#server/domain/people/person.ts";
import type { Spoor } from "#server/main.ts";
import type { Shutdown } from "#server/start/shutdown.ts";
import type { Program } from "./command.ts";
import { serveCommand } from "./serve.ts";

/** A server with the sample project: in a temporary folder, unless `SPOOR_DATA` is set. */
export async function demoCommand(program: Program, shutdown: Shutdown): Promise<number> {
  const { SPOOR_DATA: given, SPOOR_SMTP_URL: _, ...environment } = program.environment;
  const folder = given || temporaryFolder();
  const greet = async (spoor: Spoor, url: string) =>
    void process.stdout.write(greeting(await fill(spoor), url, given ? undefined : folder));
  return serveCommand(
    { ...program, environment: { ...environment, SPOOR_DATA: folder } },
    shutdown,
    greet,
  );
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "spoor-demo-"));
  process.once("exit", () => removeFolder(folder));
  return folder;
}

/**
 * Other threads are still closing their files, and Node ends a removal silently at a file that is
 * gone in the meantime.
 */
function removeFolder(folder: string): void {
  for (let tries = 0; tries < 10 && existsSync(folder); tries++)
    rmSync(folder, { recursive: true, force: true });
}

type Filled = { slug: string; email: string; password?: string };

/** If there are no accounts, creates an owner to sign in as and two more for assigning issues. */
async function fill({ parts: { services } }: Spoor): Promise<Filled> {
  const { sampleData, store } = services;
  const password = (await store.people.any()) ? undefined : makeSecret().slice(0, 16);
  const users =
    password === undefined ? [await firstOwner(store)] : await makeTeam(services, password);
  const [owner, ...teammates] = users as [User, ...User[]];
  const asker = { user: owner };
  const by = { viewer: { user: owner, memberships: [] }, asker };
  const project =
    (await sampleData.state()).project ?? orThrow(await sampleData.load(by, { teammates }));
  await sampleData.loaded();
  return { slug: project.slug, email: owner.email, ...(password !== undefined && { password }) };
}

type Services = Spoor["parts"]["services"];

async function firstOwner({ people }: Services["store"]): Promise<User> {
  return (await people.list()).find(
    ({ role, disabledAt }) => role === "owner" && disabledAt === undefined,
  )!;
}

const team = ["Mara Lind", "Tom Okafor", "Ines Duarte"] as const;

async function makeTeam({ commands }: Services, password: string): Promise<User[]> {
  const made: User[] = [];
  for (const name of team) {
    const email = `${name.toLowerCase().replace(" ", ".")}@shop.example`;
    made.push(
      orThrow(await commands.makeUser({ email, name, password, owner: made.length === 0 })),
    );
  }
  return made;
}

function orThrow<T extends object>(result: T | Problem): T {
  if (isProblem(result)) throw new Error(result.detail);
  return result;
}

function greeting(
  { slug, email, password }: Filled,
  url: string,
  folder: string | undefined,
): string {
  const signIn =
    password === undefined
      ? `Sign in as ${email}.`
      : `Sign in as ${email} with the password ${password}`;
  const lines = [
    `Sample data is loaded: ${url}/${slug}`,
    signIn,
    ...(folder === undefined
      ? []
      : [`The data is in ${folder} and is deleted when the server stops.`]),
  ];
  return `\n${lines.map((line) => `  ${line}\n`).join("")}\n`;
}
