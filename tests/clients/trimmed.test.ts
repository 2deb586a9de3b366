import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { processed } from "#tests/harness/requests/processed.ts";
import { makeOwner, makeProject, owner, type TestProject } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { waitForTrace } from "#tests/harness/data/traces.ts";
import { signIn, type Visitor } from "#tests/harness/visitor.ts";

// Trimmed data is marked on pages and in JSON.

const programs = (name: string) => fileURLToPath(new URL(`programs/${name}`, import.meta.url));
const run = promisify(execFile);

let spoor: Spoor;
let project: TestProject;
let mira: Visitor;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  project = await makeProject(spoor, "shop");
  mira = await signIn(spoor.url, owner);
});
afterAll(() => spoor.remove());

type Noted = { notes: { path: string; kind: string; detail: string }[] };

/** The trace's only span. */
async function spanOf(traceId: string) {
  const { spans } = await waitForTrace(project, traceId, 1);
  const span = spans[0]! as (typeof spans)[0] & Noted;
  const path = `/shop/traces/${traceId}/spans/${span.spanId}`;
  const raw = JSON.parse((await mira.get(`${path}/raw`)).text) as Noted;
  return { span, raw, page: (await mira.get(path)).main };
}

test("@opentelemetry/sdk-node: a long attribute, list, exception, and status", async () => {
  const env = {
    PATH: process.env.PATH,
    OTEL_SERVICE_NAME: "shop",
    OTEL_TRACES_EXPORTER: "otlp",
    OTEL_METRICS_EXPORTER: "none",
    OTEL_LOGS_EXPORTER: "none",
    OTEL_EXPORTER_OTLP_ENDPOINT: `${spoor.url}/api/${project.id}/integration/otlp`,
    OTEL_EXPORTER_OTLP_HEADERS: `x-sentry-auth=sentry sentry_key=${project.publicKey}`,
  };
  const { stdout: traceId } = await run(process.execPath, [programs("trimmed-opentelemetry.mjs")], {
    env,
  });
  const { span, raw, page } = await spanOf(traceId);
  expect(
    span.notes.map(({ path, kind, detail }) => `${path} ${kind}: ${detail}`).toSorted(),
  ).toEqual([
    "attributes.import.ids trimmed: kept 1,000 of 1,500 entries",
    "attributes.import.text trimmed: kept 16,384 of 200,000 characters",
    "events.0.attributes.exception.message trimmed: kept 16,384 of 20,000 characters",
    expect.stringMatching(
      /^events\.0\.attributes\.exception\.stacktrace trimmed: kept 16,384 of 20,\d{3} characters$/,
    ),
    "statusMessage trimmed: kept 8,192 of 9,000 characters",
  ]);
  expect(raw.notes).toEqual(span.notes);
  expect(page).toContain("Modified during ingestion: 5 fields trimmed.");
  expect(page).toMatch(/x\.\.\.<\/code> <span class="meta">kept 16,384 of 200,000 characters/);

  const [issue] = await project.waitForIssues(1);
  const { notes } = await project.latestEvent(issue!);
  expect(notes).toContainEqual(
    expect.objectContaining({ path: "exception.message", kind: "trimmed" }),
  );
  expect(notes).toContainEqual(
    expect.objectContaining({ path: "exception.stacktrace", kind: "trimmed" }),
  );
});

test("@sentry/node: a long span name and attribute, an unknown level, a long fingerprint", async () => {
  const env = { PATH: process.env.PATH, DSN: project.dsn };
  const { stdout: traceId } = await run(process.execPath, [programs("trimmed-sentry.mjs")], {
    env,
  });
  const { span, raw, page } = await spanOf(traceId);
  expect(span.notes).toContainEqual({
    path: "attributes.import.text",
    kind: "trimmed",
    detail: "kept 16,384 of 200,000 characters",
  });
  expect(span.notes).toContainEqual({
    path: "name",
    kind: "trimmed",
    detail: "kept 1,000 of 2,007 characters",
  });
  expect(Object.keys(span.attributes).filter((key) => key.startsWith("spoor."))).toEqual([]);
  expect(raw.notes).toEqual(span.notes);
  expect(page).toContain("Modified during ingestion: ");

  await processed(spoor);
  const issues = await project.waitForIssues(3);
  const late = issues.find(({ title }) => title.includes("late"))!;
  expect(late.level).toBe("error");
  expect((await project.latestEvent(late)).notes).toEqual(
    expect.arrayContaining([
      { path: "level", kind: "corrected", detail: "“urgent” is not a level: set to error" },
      { path: "fingerprint.0", kind: "trimmed", detail: "kept 1,000 of 2,000 characters" },
    ]),
  );
  const shown = (await mira.get(`/shop/issues/${late.shortId}`)).main;
  expect(shown).toMatch(/Modified during ingestion: [^.]*1 field corrected/);
  expect(shown).toContain("is not a level: set to error");

  const { feedback } = (await (await project.get("/feedback.json")).json()) as {
    feedback: { [field: string]: string }[];
  };
  expect(feedback[0]).toMatchObject({
    message: `${"w".repeat(4_096)}…\n\n[Trimmed: kept 4,096 of 5,000 characters.]`,
    name: `${"Ida".repeat(33)}…`,
  });
  expect((await mira.get("/shop/feedback")).main).toContain(
    "[Trimmed: kept 4,096 of 5,000 characters.]",
  );
  const markdown = await (await project.get(`/traces/${traceId}.md`)).text();
  expect(markdown).toContain("modified during ingestion]");
  expect(markdown).toMatch(
    /## Modified during ingestion\n\n[^#]*`attributes\.import\.text` trimmed: kept 16,384 of 200,000/,
  );

  const withFile = issues.find(({ title }) => title.includes("left a file"))!;
  const { attachments } = (await project.latestEvent(withFile)) as unknown as {
    attachments: { name: string }[];
  };
  expect(attachments[0]!.name).toMatch(/^a{195}….txt$/);

  type Monitor = { environments: { environment: string }[]; checkIns: Noted[] } & Noted;
  const monitor = (await (await project.get("/monitors/import.json")).json()) as Monitor;
  expect(monitor.environments).toMatchObject([{ environment: `production ${"e".repeat(52)}…` }]);
  const clamped = "1000000 is not between 1 and 40320: set to 40320";
  expect(monitor.notes).toEqual([
    { path: "monitor_config.max_runtime", kind: "corrected", detail: clamped },
  ]);
  expect(monitor.checkIns[0]!.notes).toMatchObject([{ path: "duration", kind: "dropped" }]);
  const jobs = (await mira.get("/shop/monitors/import")).main;
  expect(jobs).toContain("Modified during ingestion: 1 field corrected.");
  expect(jobs).toContain("Modified during ingestion: 1 field dropped.");
});
