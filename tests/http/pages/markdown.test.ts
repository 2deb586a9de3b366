import { lexer } from "marked";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillProject, type Named } from "#tests/harness/data/filled-project.ts";
import { poisonedEvent, poisonedTrace, poisons } from "#tests/harness/data/poisoned.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { waitForTrace } from "#tests/harness/data/traces.ts";

// Pages as Markdown for terminals and coding assistants.

let spoor: Spoor;
let project: TestProject;
let named: Named;
beforeAll(async () => {
  spoor = await startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } });
  await makeOwner(spoor);
  project = await makeProject(spoor, "shop");
  named = await fillProject(spoor, project);
});
afterAll(() => spoor.remove());

const read = async (path: string) => (await project.get(path)).text();
const headings = (text: string): string[] =>
  lexer(text).flatMap((token) =>
    token.type === "heading" ? [`${"#".repeat(token["depth"] as number)} ${token["text"]}`] : [],
  );

test("each document has a title, an absolute link to itself, and is Markdown", async () => {
  const pages = [
    "/issues",
    `/issues/${named[":issue"]}`,
    `/issues/${named[":issue"]}/events/latest`,
    "/routes",
  ];
  for (const path of [
    ...pages,
    `/routes/${named[":route"]}`,
    "/traces",
    `/traces/${named[":trace"]}`,
  ]) {
    const answer = await project.get(`${path}.md`);
    const text = await answer.text();
    expect([path, answer.status, answer.headers.get("content-type")]).toEqual([
      path,
      200,
      "text/markdown; charset=utf-8",
    ]);
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    expect(text).toMatch(/^# /);
    expect(text).toContain(`<${spoor.url}/shop/`);
  }
});

test("an issue includes its event, a stack with source, and breadcrumbs", async () => {
  const frame = { function: "load", filename: "app/cart.ts", lineno: 8, in_app: true };
  const source = { pre_context: ["const a = 1;"], context_line: "throw a;", post_context: ["}"] };
  const thrown = {
    type: "RangeError",
    value: "too far",
    stacktrace: { frames: [{ ...frame, ...source }] },
  };
  const breadcrumbs = Array.from({ length: 30 }, (_, at) => ({
    category: "ui",
    message: `click ${at}`,
  }));
  await sendEnvelope(
    spoor,
    project,
    envelopeOf({ event_id: "e".repeat(32), exception: { values: [thrown] }, breadcrumbs }),
  );
  await project.waitForIssues(2);
  const [issue] = await project.issues("RangeError");
  const text = await read(`/issues/${issue!.shortId}.md`);
  expect(headings(text)).toEqual([
    `# ${issue!.shortId}: RangeError: too far`,
    "## Tags",
    `## Event ${"e".repeat(32)}`,
    "### Exception RangeError",
    "### Breadcrumbs, newest last",
  ]);
  expect(text).toContain(
    "at load (app/cart.ts:8)\n       7 | const a = 1;\n  >    8 | throw a;\n       9 | }",
  );
  expect(text).toContain("(10 more before)");
  expect(text).not.toContain("click 9\n");
});

test("a trace includes its routes, spans, and time breakdown", async () => {
  const text = await read(`/traces/${named[":trace"]}.md`);
  expect(headings(text)).toEqual([
    `# Trace ${named[":trace"]}: GET /cart`,
    "## Summary",
    "## Route tree",
    "## Spans",
  ]);
  expect(text).toMatch(/60 ms +60 ms +SELECT cart_lines \(db, client\) \[critical path\]/);
});

test("invalid requests are answered with the status and message of JSON", async () => {
  expect((await project.get("/issues/SHOP-9999.md")).status).toBe(404);
  expect((await project.get("/issues.md?query=is:purple")).status).toBe(422);
  expect((await fetch(`${spoor.url}/shop/issues.md`)).status).toBe(401);
});

test("senders' text is escaped in lines and blocks", async () => {
  const tricks = [
    "# Heading\n## Another\n```\n</script>",
    "\r\n\r\n- item\n> quote\n\n---\n| a |\n|---|\n",
    "\u001b[2J\u202e`````",
  ];
  for (const poison of [...Object.values(poisons), ...tricks])
    await sendEnvelope(spoor, project, envelopeOf(poisonedEvent(poison)));
  const { traceId, spanIds, body } = poisonedTrace(tricks.join(""), Date.now() - 60_000);
  const url = `${spoor.url}/api/${project.id}/integration/otlp/v1/traces?sentry_key=${project.publicKey}`;
  await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  await waitForTrace(project, traceId, spanIds.length);
  const ours =
    /^#{1,3} (?:SHOP-\d+: |Trace [0-9a-f]{32}: |Route |Routes in|Traces in|Issues in|Tags|Event [0-9a-f]{32}|Exception |Breadcrumbs,|Message|Modified|Event tags|Comments|Summary|Spans|Issues|Slowest|Failed|Time)/;
  const issues = (await project.issues()).map(({ shortId }) => `/issues/${shortId}.md`);
  for (const path of [
    ...issues,
    "/issues.md",
    "/traces.md",
    "/routes.md",
    `/traces/${traceId}.md`,
  ]) {
    const text = await read(path);
    for (const heading of headings(text))
      expect(`${path} ${heading}`).toMatch(new RegExp(` ${ours.source.slice(1)}|Route tree`));
    expect(lexer(text).map(({ type }) => type)).not.toContain("html");
    // oxlint-disable-next-line no-control-regex -- Exactly these are looked for.
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e]/);
  }
});
