import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOwner, makeProject, owner, type TestProject } from "#tests/harness/project.ts";
import { connectTo } from "#tests/harness/requests/raw-http.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn } from "#tests/harness/visitor.ts";

// A response sent before its request's body was read must not block the connection's next request.

let spoor: Spoor;
let project: TestProject;
let cookie: string;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  project = await makeProject(spoor, "unread");
  const visitor = await signIn(spoor.url, owner);
  cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
});
afterAll(() => spoor.remove());

const form = "Content-Type: application/x-www-form-urlencoded\r\n";
const next = "GET /healthz HTTP/1.1\r\nHost: spoor\r\n\r\n";

/**
 * Posts a body, then requests `/healthz` on the same connection. Returns whether and how soon it
 * answers.
 */
async function askNext(line: string, headers: string, bytes: number) {
  const connection = await connectTo(spoor.url);
  connection.write(`${line} HTTP/1.1\r\nHost: spoor\r\n${headers}Content-Length: ${bytes}\r\n\r\n`);
  connection.write(Buffer.alloc(bytes, "x"));
  const first = await connection.answer();
  const began = performance.now();
  connection.write(next);
  const second = await connection.answer(4_000).catch(() => undefined);
  const tookMs = performance.now() - began;
  const outcome = second === undefined ? (connection.isOpen() ? "waits" : "closed") : second.status;
  connection.end();
  return { status: first.status, announced: first.headers["connection"], outcome, tookMs };
}

const addresses = [
  ["a page without forms", "POST /"],
  ["a form of strangers", "POST /login"],
  ["a page that asks to sign in", "POST /unread/settings/scrubbing"],
  ["files for a page that asks to sign in", "POST /unread/settings/source-maps"],
  ["data of a page", "POST /login.data"],
  ["a form in another method", "PUT /login"],
  ["a page that does not exist", "POST /no/such/page/at/all"],
  ["data as JSON", "POST /unread/issues.json"],
  ["data as Markdown", "GET /unread/issues.md"],
  ["a page that is read", "GET /login"],
  ["a call of the API without a token", "POST /api/0/organizations/spoor/releases/"],
  ["a call that does not exist", "POST /api/0/nothing/"],
  ["the endpoint for assistants without a token", "POST /mcp"],
  ["the endpoint for assistants in another method", "PUT /mcp"],
  ["health", "POST /healthz"],
  ["metrics", "GET /metrics"],
  ["files of the build", "POST /assets/none.js"],
  ["a file of the root", "POST /favicon.svg"],
  ["events without a key", "POST /api/1/envelope/"],
  ["events by another method", "PUT /api/1/envelope/"],
  ["a preflight", "OPTIONS /api/1/envelope/"],
  ["spans without a key", "POST /v1/traces"],
] as const;

describe.each([
  { size: "some", bytes: 200_000 },
  { size: "more than any buffer", bytes: 12_000_000 },
])("$size unread bytes", ({ bytes }) => {
  test.each(addresses)("%s: the next request is answered", async (_name, line) => {
    const { status, announced, outcome, tookMs } = await askNext(line, form, bytes);
    expect(status).toBeGreaterThanOrEqual(200);
    if (announced !== "close") expect(outcome).toBe(200);
    expect(tookMs).toBeLessThan(2_500);
  });

  test("a member's form: the next request is answered", async () => {
    const answer = await askNext(
      "POST /unread/settings/general",
      `${form}Cookie: ${cookie}\r\n`,
      bytes,
    );
    expect(answer).toMatchObject({ status: bytes > 256 * 1024 ? 413 : 422, outcome: 200 });
  });

  test("a cross-site form: the next request is answered", async () => {
    const answer = await askNext("POST /login", `${form}Sec-Fetch-Site: cross-site\r\n`, bytes);
    expect(answer).toMatchObject({ status: 403, outcome: 200 });
  });
});

test.each(["POST /", "POST /login", "POST /api/0/nothing/", "POST /healthz"])(
  "%s with a missing body: the connection closes soon after the response",
  async (line) => {
    const connection = await connectTo(spoor.url);
    connection.write(`${line} HTTP/1.1\r\nHost: spoor\r\n${form}Content-Length: 900000\r\n\r\n`);
    await connection.answer();
    expect(await connection.closed(5_000)).toBeLessThan(4_500);
  },
);

test("an endless body is read for a while before its connection closes", async () => {
  const connection = await connectTo(spoor.url);
  connection.write("POST / HTTP/1.1\r\nHost: spoor\r\nTransfer-Encoding: chunked\r\n\r\n");
  const chunk = Buffer.concat([
    Buffer.from("10000\r\n"),
    Buffer.alloc(65_536, "x"),
    Buffer.from("\r\n"),
  ]);
  const sending = setInterval(() => connection.write(chunk), 1);
  await connection.answer();
  expect(await connection.closed(6_000)).toBeLessThan(5_000);
  clearInterval(sending);
});

test("an event after a refused body is stored", async () => {
  const connection = await connectTo(spoor.url);
  connection.write(
    `POST / HTTP/1.1\r\nHost: spoor\r\nContent-Length: 300000\r\n\r\n${"x".repeat(300_000)}`,
  );
  await connection.answer();
  const body = `{}\n{"type":"event"}\n{"message":"after a stranger","platform":"node"}\n`;
  const path = `/api/${project.id}/envelope/?sentry_key=${project.publicKey}`;
  connection.write(
    `POST ${path} HTTP/1.1\r\nHost: spoor\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  expect((await connection.answer()).status).toBe(200);
  connection.end();
});
