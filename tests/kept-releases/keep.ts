// `node tests/kept-releases/keep.ts` creates a release's data on both engines with the build's
// program. Run it once per release before its tag, and then `npm run format`; its output is never
// recreated.
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { constants, zstdCompressSync } from "node:zlib";
import { run } from "#tests/harness/command-line.ts";
import { fillProject } from "#tests/harness/data/filled-project.ts";
import { startPostgres } from "#tests/harness/servers/postgres.ts";
import { makeOwner, makeProject } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { postgresProgram } from "../set-up.js";
import { answersOf, type Kept } from "./answers.ts";

const folder = import.meta.dirname;
const { version } = JSON.parse(await readFile(join(folder, "../../package.json"), "utf8")) as {
  version: string;
};

async function fill(spoor: Spoor): Promise<Kept> {
  await makeOwner(spoor);
  const { id, slug, dsn, publicKey, token, ...rest } = await makeProject(spoor, "shop");
  const project = { id, slug, dsn, publicKey, token };
  const named = await fillProject(spoor, { ...project, ...rest });
  return {
    at: Date.now(),
    project,
    named,
    answers: await answersOf({ ...project, ...rest }, named),
  };
}

async function keep(name: string, spoor: Spoor, copy: () => Promise<void>): Promise<void> {
  const kept = await fill(spoor);
  await spoor.stop();
  await copy();
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(kept, null, 1)}\n`);
}

const environment = { OTEL_SDK_DISABLED: "true" };
const dataFolder = await mkdtemp(join(tmpdir(), "spoor-kept-"));
await keep(version, await startSpoor({ dataFolder, environment }), async () => {
  const { code, stderr } = await run(["backup", join(folder, `${version}.tar.zst`)], dataFolder);
  if (code !== 0) throw new Error(stderr);
});

const postgres = await startPostgres();
const databaseUrl = await postgres.create();
const name = `${version}-postgres`;
await keep(
  name,
  await startSpoor({ environment: { ...environment, DATABASE_URL: databaseUrl } }),
  async () => {
    const dump = execFileSync(postgresProgram("pg_dump"), [databaseUrl], {
      maxBuffer: 64 * 1024 * 1024,
    });
    await writeFile(
      join(folder, `${name}.sql.zst`),
      zstdCompressSync(dump, { params: { [constants.ZSTD_c_compressionLevel]: 19 } }),
    );
  },
);
await postgres.stop();
await rm(dataFolder, { recursive: true });
process.stdout.write(`Kept ${version} on both engines in ${folder}.\n`);
