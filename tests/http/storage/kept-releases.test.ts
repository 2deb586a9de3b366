import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { globSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { json, run } from "#tests/harness/command-line.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import { envelopeOf, projectOn, sendEnvelope, type TestProject } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { answersOf, type Kept } from "#tests/kept-releases/answers.ts";
import { postgresProgram } from "../../set-up.js";

// Opens the data of each release with the current version, which gives the same answers and accepts
// more.

const folder = join(import.meta.dirname, "../../kept-releases");
const releases = globSync("*.tar.zst", { cwd: folder }).map((file) => file.replace(".tar.zst", ""));

const keptOf = async (name: string) =>
  JSON.parse(await readFile(join(folder, `${name}.json`), "utf8")) as Kept;

/** A server whose clock starts when the data was created, so nothing has expired. */
const environmentAt = (at: number) => ({
  OTEL_SDK_DISABLED: "true",
  SPOOR_TEST_CLOCK: String(at),
  NODE_OPTIONS: `--import=${pathToFileURL(join(folder, "clock.mjs")).href}`,
});

async function expectTheSame(spoor: Spoor, { project, named, answers }: Kept): Promise<void> {
  const there = projectOn(spoor, project as TestProject);
  // Fields may be added but not removed.
  expect(await answersOf(there, named)).toMatchObject(answers);
  const event_id = "e".repeat(32);
  expect(
    (await sendEnvelope(spoor, there, envelopeOf({ event_id, message: "after the upgrade" })))
      .status,
  ).toBe(200);
  await there.waitForIssues(2);
}

test("the current version is among kept releases on both engines", async () => {
  const { version } = JSON.parse(await readFile(join(folder, "../../package.json"), "utf8")) as {
    version: string;
  };
  expect(releases).toContain(version);
  for (const release of releases)
    expect(readdirSync(folder)).toContain(`${release}-postgres.sql.zst`);
});

test.each(releases)("a data folder of %s", async (release) => {
  const dataFolder = await mkdtemp(join(tmpdir(), "spoor-kept-"));
  const kept = await keptOf(release);
  expect((await run(["restore", join(folder, `${release}.tar.zst`)], dataFolder)).code).toBe(0);
  const spoor = await startSpoor({ dataFolder, environment: environmentAt(kept.at) });
  await expectTheSame(spoor, kept);
  await spoor.stop();
  expect(json(await run(["doctor", "--json"], dataFolder))).toMatchObject({ ok: true });
  await rm(dataFolder, { recursive: true });
});

describe("on PostgreSQL", () => {
  let postgres: TestPostgres;
  beforeAll(async () => void (postgres = await startPostgres()));
  afterAll(() => postgres.stop());

  test.each(releases)("a database of %s", async (release) => {
    const kept = await keptOf(`${release}-postgres`);
    const databaseUrl = await postgres.create();
    const input = zstdDecompressSync(await readFile(join(folder, `${release}-postgres.sql.zst`)));
    execFileSync(postgresProgram("psql"), ["--quiet", "--set=ON_ERROR_STOP=1", databaseUrl], {
      input,
      stdio: "pipe",
    });
    const spoor = await startSpoor({
      environment: { ...environmentAt(kept.at), DATABASE_URL: databaseUrl },
    });
    await expectTheSame(spoor, kept);
    await spoor.remove();
  });
});
