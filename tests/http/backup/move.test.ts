import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decodeProgress } from "#server/storage/move/move-store.ts";
import { movedTables } from "#server/storage/tables.ts";
import { cli, type Outcome } from "#tests/harness/command-line.ts";
import { comment } from "#tests/harness/data/comment.ts";
import { fillProject, type Named } from "#tests/harness/data/filled-project.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  projectOn,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { sendRouteLoad } from "#tests/harness/data/route-load.ts";
import { sendTrace } from "#tests/harness/data/send-trace.ts";
import { environmentOf, pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { sendSessions } from "#tests/harness/data/releases.ts";

// Moves an installation from a folder to a database and to another folder: data stays the same, and
// an incomplete copy is not served.

let folder: string;
let server: TestPostgres;
let databaseUrl: string;
let sql: postgres.Sql;
let projects: TestProject[];
let named: Named;
let exported: string[];
let pages: unknown[];
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spoor-move-"));
  server = await startPostgres();
  databaseUrl = await server.create();
  sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  const spoor = await startSpoor({ dataFolder: at("first") });
  await makeOwner(spoor);
  const [shop, desk] = [await makeProject(spoor, "shop"), await makeProject(spoor, "desk")];
  projects = [shop, desk];
  named = await fillProject(spoor, shop);
  await sendEnvelope(
    spoor,
    desk,
    envelopeOf({ event_id: "e".repeat(32), message: "an error of desk" }),
  );
  await comment(spoor, shop, named[":issue"]!, "It is the **cart**, says @mira.");
  await sendSessions(spoor, shop, [
    { release: "shop@1.0", init: true, status: "crashed", user: "ada" } as never,
  ]);
  await sendRouteLoad(spoor, shop, { requests: 150, hours: 2, withChildren: true });
  // A trace in two parts; one span of the second request is new.
  const { traceId } = await sendTrace(
    spoor,
    desk,
    "GET /late 0-9 @desk server http.route=/late\n  first 1-2",
  );
  await sendTrace(
    spoor,
    desk,
    "GET /late 0-9 @desk server http.route=/late\n  first 1-2\n  second 3-4",
    { traceId },
  );
  pages = await readPages(spoor);
  await spoor.stop();
  markDownsampled(shop);
  exported = await exportAll(at("first"));
}, 60_000);
afterAll(async () => {
  await sql.end();
  await server.stop();
  await rm(folder, { recursive: true });
});

/** As if part of the day's traces had been sampled, some deleted, and all events checked. */
function markDownsampled({ id }: TestProject): void {
  const telemetry = join(at("first"), "telemetry");
  const day = readdirSync(telemetry).findLast((name) => name.endsWith(".db"))!;
  const file = new DatabaseSync(join(telemetry, day));
  file.exec(
    `INSERT INTO thinning SELECT ${id}, id FROM traces WHERE id / 4294967296 = ${id} ORDER BY id LIMIT 1 OFFSET 9`,
  );
  file.exec("INSERT INTO event_thinning VALUES (1, 9, 1)");
  file.close();
  const main = new DatabaseSync(join(at("first"), "spoor.db"));
  const hour = Date.parse(day.slice(0, 10));
  main.exec(`INSERT INTO ledger VALUES (${id}, ${hour}, 'thinned', 'trace', 'sampling', 5)`);
  main.exec(`INSERT INTO ledger VALUES (${id}, ${hour}, 'thinned', 'error', 'size limit', 3)`);
  main.close();
}

function spoorIn(
  dataFolder: string,
  words: string[],
  more: Record<string, string> = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [cli, ...words],
      { env: environmentOf(dataFolder, more) },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

const move = (from: string, to: string) => spoorIn(folder, ["move", "--from", from, "--to", to]);

/** Each project's export without its time of writing. */
async function exportAll(dataFolder: string, more: Record<string, string> = {}): Promise<string[]> {
  return Promise.all(
    projects.map(async ({ slug }) => {
      const file = at(`${slug}-${crypto.randomUUID()}.ndjson`);
      const outcome = await spoorIn(dataFolder, ["export", file, "--project", slug], more);
      expect(outcome).toMatchObject({ code: 0, stderr: "" });
      return (await readFile(file, "utf8")).replace(/"exportedAt":\d+/, "");
    }),
  );
}

/** Values that depend on the clock: windows, rates, trends, and the hours since the last session. */
const clockValues =
  /"(?:since|until|perMinute)":[^,}]+|"trend":\{[^}]*\}|,?\{"at":"[^"]+","count":0,"crashed":0,"ofAll":0\}/g;

/** Data that pages show. */
async function readPages(spoor: Spoor): Promise<unknown[]> {
  const shop = projectOn(spoor, projects[0]!);
  const [issue, trace, release] = [
    named[":issue"]!,
    named[":trace"]!,
    encodeURIComponent(named["releases/*"]!),
  ];
  const paths = [
    `/issues/${issue}/events/latest.json`,
    `/issues/${issue}.json`,
    `/traces/${trace}.json`,
    "/traces.json?query=/cart",
  ];
  const more = [
    "/issues.json?query=cart",
    "/releases.json",
    `/releases/${release}.json`,
    "/alerts.json",
    "/monitors.json",
  ];
  const answers = [...paths, ...more, "/routes.json?since=24h"].map(async (path) => {
    const answer = await shop.get(path);
    return [path, answer.status, (await answer.text()).replaceAll(clockValues, "")];
  });
  return Promise.all(answers);
}

/** Starts a move and kills it once `isReached` is true. */
async function killedMove(
  from: string,
  to: string,
  isReached: () => Promise<boolean>,
): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, [cli, "move", "--from", from, "--to", to], {
    env: environmentOf(folder),
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => child.once("exit", (_, signal) => resolve(signal)));
  while (child.exitCode === null && !(await isReached().catch(() => false))) await pause(1);
  child.kill("SIGKILL");
  expect(await ended, "it was not over yet").toBe("SIGKILL");
}

/** As if a server had reported this in the past. */
async function standing(ageMs: number, waiting: number): Promise<void> {
  await sql`DELETE FROM processes`;
  await sql`INSERT INTO processes VALUES ('north', ${Date.now() - ageMs}, 0, ${waiting}, ${waiting})`;
}

describe("from a folder into a database", () => {
  test("an interrupted move blocks servers and changes, and continues when repeated", async () => {
    const mark = async () =>
      (await sql`SELECT value FROM settings WHERE name = 'moving'`)[0]?.["value"] as string;
    await killedMove(at("first"), databaseUrl, async () =>
      /"step":"(?!(?:replayed|users)")/.test(await mark()),
    );
    const step = decodeProgress(await mark()).step;
    expect(movedTables).toContain(step);
    const half = await spoorIn(at("first"), ["doctor"], { DATABASE_URL: databaseUrl });
    expect(half).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/an incomplete copy from .*first/),
    });
    await expect(startSpoor({ environment: { DATABASE_URL: databaseUrl } })).rejects.toThrow(
      /Run the same “spoor move”/,
    );

    const [user] = await sql`UPDATE users SET name = 'somebody else' RETURNING id`;
    const differing = await move(at("first"), databaseUrl);
    expect(differing).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Source and target differ.*users: /),
    });
    await sql`UPDATE users SET name = 'mira' WHERE id = ${user!["id"] as number}`;

    const outcome = await move(at("first"), databaseUrl);
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    expect(outcome.stdout).toMatch(
      /Copied all data from .*first to .*: 2 events, \d+ traces, 1 attachment, and [\d,]+ other rows/,
    );
    expect(await mark()).toBeUndefined();
  });

  test("every export and page is the same", async () => {
    expect(await exportAll(at("first"), { DATABASE_URL: databaseUrl })).toEqual(exported);
    const spoor = await startSpoor({
      dataFolder: at("first"),
      environment: { DATABASE_URL: databaseUrl },
    });
    try {
      expect(await readPages(spoor)).toEqual(pages);
    } finally {
      await spoor.stop();
    }
  });

  test("a non-empty database or one in use is left alone", async () => {
    await standing(5_000, 0);
    const busy = await move(at("first"), databaseUrl);
    expect(busy).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/A server used .* seconds ago/),
    });
    await standing(20_000, 0);
    const full = await move(at("first"), databaseUrl);
    expect(full).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/already contains Spoor data/),
    });
    expect(full.stderr).not.toMatch(/spoor@/);
  });

  test("tables outside the list are rebuilt or belong to the database", async () => {
    const rows =
      await sql`SELECT relname FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
      WHERE nspname = 'public' AND relkind IN ('r', 'p') AND NOT relispartition`;
    const others = rows
      .map(({ relname }) => relname as string)
      .filter((name) => !movedTables.includes(name));
    const known = [
      "attachment_chunks",
      "attachments",
      "digests",
      "event_thinning",
      "events",
      "issue_counts",
      "leases",

      "log_end",
      "packs",
      "postings",
      "processes",
      "project_cursors",
      "rates",
      "schema_migrations",
      "schema_version",
      "late_arrivals",
      "sessions_heard",
      "span_packs",
      "tag_terms",
      "telemetry_days",
      "telemetry_partitions",
      "telemetry_shares",
      "thinning",
      "trace_batches",
      "trace_keys",
      "trace_parts",
      "trace_shapes",
      "trace_terms",
      "trace_zones",
      "traces",
      "turns",
      "writers",
    ];
    expect(others.filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe("and into another folder", () => {
  test("queued requests stop the move", async () => {
    await standing(20_000, 7);
    const waiting = await move(databaseUrl, at("second"));
    expect(waiting).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/7 requests are queued in the spool of north/),
    });
    await standing(20_000, 0);
  });

  test("an interrupted move continues among events and traces", async () => {
    const path = join(at("second"), "spoor.db");
    const step = async () => {
      if (!existsSync(path)) return "";
      const database = new DatabaseSync(path, { readOnly: true });
      const row = database.prepare("SELECT value FROM settings WHERE name = 'moving'").get() as {
        value: string;
      };
      database.close();
      return decodeProgress(row.value).step;
    };
    await killedMove(databaseUrl, at("second"), async () => (await step()).startsWith("traces of"));
    const half = await spoorIn(at("second"), ["doctor"]);
    expect(half).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/an incomplete copy from postgres:/),
    });
    expect(await move(databaseUrl, at("second"))).toMatchObject({ code: 0, stderr: "" });
  });

  test("downsampling stays the same: no decision repeats and deletions stay counted", () => {
    const telemetry = join(at("second"), "telemetry");
    const day = readdirSync(telemetry).findLast((name) => name.endsWith(".db"))!;
    const file = new DatabaseSync(join(telemetry, day), { readOnly: true });
    const rows = (from: string) => file.prepare(`SELECT * FROM ${from}`).all();
    expect(
      rows(`thinning t JOIN traces n ON n.id / 4294967296 = t.project_id AND n.id <= t.decided`),
    ).toHaveLength(10);
    expect(rows("event_thinning")).toMatchObject([{ ended: 1 }]);
    expect(rows("thinned")).toMatchObject([{ traces: 5 }]);
    expect(rows("thinned_events")).toMatchObject([{ events: 3 }]);
    file.close();
  });

  test("every export and page is the same, and new events are accepted", async () => {
    expect(await readFile(join(at("second"), "secret.key"))).toEqual(
      await readFile(join(at("first"), "secret.key")),
    );
    expect(await exportAll(at("second"))).toEqual(exported);
    const spoor = await startSpoor({ dataFolder: at("second") });
    try {
      expect(await readPages(spoor)).toEqual(pages);
      const there = projectOn(spoor, projects[1]!);
      await sendEnvelope(
        spoor,
        there,
        envelopeOf({ event_id: "f".repeat(32), message: "after the move" }),
      );
      expect((await there.waitForIssues(2)).map(({ shortId }) => shortId)).toContain("DESK-2");
    } finally {
      await spoor.stop();
    }
  });
});

test("two folders or a folder without data are refused", async () => {
  expect(await move(at("first"), at("third"))).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/the other to a postgres/),
  });
  expect(await move(at("nowhere"), databaseUrl)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/No Spoor data/),
  });
});

test("requests in the folder's queue are stored once in the database by the folder's owner", async () => {
  const spoor = await startSpoor({ dataFolder: at("flooded") });
  await makeOwner(spoor);
  const shop = await makeProject(spoor, "shop");
  const send = (number: number) =>
    sendEnvelope(
      spoor,
      shop,
      envelopeOf({ event_id: String(number).padStart(32, "0"), message: "in a flood" }),
    );
  const answers = await Promise.all(Array.from({ length: 200 }, (_, number) => send(number + 1)));
  await spoor.kill();
  expect(answers.every(({ status }) => status === 200)).toBe(true);

  const url = await server.create();
  expect(await move(at("flooded"), url)).toMatchObject({ code: 0, stderr: "" });
  const moved = await startSpoor({ dataFolder: at("flooded"), environment: { DATABASE_URL: url } });
  try {
    await projectOn(moved, shop).waitForIssues(1, 200);
  } finally {
    await moved.stop();
  }
});
