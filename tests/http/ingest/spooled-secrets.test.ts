import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { startSending } from "#tests/harness/accounted.ts";
import { json, run } from "#tests/harness/command-line.ts";
import { envelopeOf, makeOwner, makeProject, owner, sendEnvelope } from "#tests/harness/project.ts";
import { startPostgres } from "#tests/harness/servers/postgres.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn } from "#tests/harness/visitor.ts";

const started: Spoor[] = [];
afterEach(async () => {
  for (const spoor of started.splice(0)) await spoor.remove();
});

const secret = "correct-horse-battery-staple";

/** Files that still contain the secret. */
async function holding(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const contents = await Promise.all(
    names.map((name) => readFile(join(folder, name)).catch(() => Buffer.alloc(0))),
  );
  return names.filter((_, at) => contents[at]!.includes(secret));
}

async function sendSecret(
  spoor: Spoor,
  project: Awaited<ReturnType<typeof makeProject>>,
): Promise<void> {
  const event_id = randomUUID().replaceAll("-", "");
  const body = envelopeOf({
    event_id,
    message: "sign-in failed",
    request: { data: { password: secret } },
  });
  expect((await sendEnvelope(spoor, project, body)).status).toBe(200);
  await project.waitForIssues(1);
}

describe("a secret of a processed event", () => {
  test("leaves the queue within seconds and is in no backup", async () => {
    const spoor = await startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } });
    started.push(spoor);
    await makeOwner(spoor);
    const project = await makeProject(spoor, "secrets");
    await sendSecret(spoor, project);
    const folder = join(spoor.dataFolder, "spool");
    await expect.poll(() => holding(folder)).toEqual([]);
    const page = await (await signIn(spoor.url, owner)).get("/settings/storage");
    expect(page.text).toMatch(/Queue \(not yet processed\)<\/dt><dd[^>]*>0 bytes/);

    const elsewhere = await mkdtemp(join(tmpdir(), "spoor-backup-"));
    const file = join(elsewhere, "backup.tar");
    expect((await run(["backup", file], spoor.dataFolder)).code).toBe(0);
    const entries = json(await run(["verify", file, "--json"], spoor.dataFolder)).entries as {
      name: string;
    }[];
    expect(entries.filter(({ name }) => name.startsWith("spool/"))).toEqual([]);
    await rm(elsewhere, { recursive: true });
  });

  test("leaves the queue while more events arrive", async () => {
    const spoor = await startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } });
    started.push(spoor);
    await makeOwner(spoor);
    const project = await makeProject(spoor, "secrets");
    await sendSecret(spoor, project);
    const sending = startSending(spoor, project, { senders: 2, most: 500, restMs: 100 });
    await expect.poll(() => holding(join(spoor.dataFolder, "spool"))).toEqual([]);
    await sending.stop();
  });

  test.each(["files", "PostgreSQL"])("does not survive a clean stop (%s)", async (engine) => {
    const postgres = engine === "PostgreSQL" ? await startPostgres() : undefined;
    onTestFinished(async () => postgres?.stop());
    const database = postgres && { DATABASE_URL: await postgres.create() };
    const spoor = await startSpoor({ environment: { OTEL_SDK_DISABLED: "true", ...database } });
    started.push(spoor);
    await makeOwner(spoor);
    const project = await makeProject(spoor, "secrets");
    await sendSecret(spoor, project);
    expect(await spoor.stop()).toBe(0);
    expect(await readdir(join(spoor.dataFolder, "spool"))).toEqual([]);
  });
});
