import { afterEach, describe, expect, test } from "vitest";
import { slowdown } from "#tests/harness/faults/slowdown.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { connectTo, type RawConnection } from "#tests/harness/requests/raw-http.ts";
import { pause, type Spoor, type SpoorOptions, startSpoor } from "#tests/harness/spoor.ts";

let spoor: Spoor;
const connections: RawConnection[] = [];
afterEach(async () => {
  connections.splice(0).forEach((connection) => connection.end());
  await spoor.remove();
});

async function start(environment: Record<string, string> = {}, options: SpoorOptions = {}) {
  spoor = await startSpoor({ ...options, environment });
  await makeOwner(spoor);
}

async function connected(): Promise<RawConnection> {
  const connection = await connectTo(spoor.url);
  connections.push(connection);
  return connection;
}

const form = "Content-Type: application/x-www-form-urlencoded\r\n";

describe("timeouts", () => {
  test("a connection with an incomplete request head is closed", async () => {
    await start({ SPOOR_HEAD_SECONDS: "1" });
    const [silent, half] = [await connected(), await connected()];
    half.write("POST /login HTTP/1.1\r\nHost: spoor\r\nX-Slow: ");
    const slowly = setInterval(() => half.write("x"), 200);
    await Promise.all([silent.closed(5_000), half.closed(5_000)]);
    clearInterval(slowly);
  });

  test.each([
    "POST /login",
    "POST /api/1/envelope/",
    "POST /v1/traces",
    "POST /mcp",
    "POST /api/0/nothing/",
  ])("%s with a slow body is closed", async (line) => {
    await start({ SPOOR_REQUEST_SECONDS: "2" });
    const slow = await connected();
    slow.write(`${line} HTTP/1.1\r\nHost: spoor\r\n${form}Content-Length: 5000\r\n\r\n`);
    const slowly = setInterval(() => slow.write("x"), 100);
    await slow.closed(6_000);
    clearInterval(slowly);
  });

  test("a client that does not read its response is disconnected", async () => {
    await start({ SPOOR_REQUEST_SECONDS: "2" });
    const lazy = await connected();
    lazy.pause();
    const html = await (await fetch(`${spoor.url}/login`)).text();
    const script = /\/assets\/entry\.client-[\w-]+\.js/.exec(html)![0];
    // More than the buffers of both sides.
    lazy.write(`GET ${script} HTTP/1.1\r\nHost: spoor\r\n\r\n`.repeat(200));
    await pause(6_000);
    lazy.resume();
    await lazy.closed(3_000);
  });
});

describe("size limits", () => {
  async function post(path: string, bytes: number, headers: Record<string, string> = {}) {
    const body = `email=a%40example.com&password=${"x".repeat(bytes)}`;
    const type = { "content-type": "application/x-www-form-urlencoded" };
    return fetch(spoor.url + path, { method: "POST", body, headers: { ...type, ...headers } });
  }

  test("a form above the limit gets 413 with the limit, chunked or not", async () => {
    await start();
    const answer = await post("/login", 30_000_000);
    expect(answer.status).toBe(413);
    expect(await answer.text()).toContain("The form is larger than 256 KiB");
    const data = await post("/login.data", 300_000);
    expect(data.status).toBe(413);
    expect(await data.text()).toContain("The form is larger than 256 KiB");
    expect((await post("/login", 200_000)).status).toBe(401);
    const unending = await connected();
    unending.write(
      `POST /login HTTP/1.1\r\nHost: spoor\r\n${form}Transfer-Encoding: chunked\r\n\r\n`,
    );
    unending.write(`50000\r\n${"x".repeat(0x50000)}\r\n`);
    expect((await unending.answer()).status).toBe(413);
  });

  test("limits of forms and API calls are configurable", async () => {
    await start({ SPOOR_FORM_KIB: "2", SPOOR_API_KIB: "3" });
    const answer = await post("/login", 3_000);
    expect(answer.status).toBe(413);
    expect(await answer.text()).toContain("larger than 2 KiB");
    const { token } = await spoor.run(
      "token",
      "create",
      "--user",
      "mira@example.com",
      "--scopes",
      "release:write",
    );
    const call = await fetch(`${spoor.url}/api/0/organizations/spoor/releases/`, {
      method: "POST",
      headers: { authorization: `Bearer ${String(token)}`, "content-type": "application/json" },
      body: JSON.stringify({ version: "x".repeat(4_000), projects: ["none"] }),
    });
    expect(call.status).toBe(413);
    expect(await call.json()).toMatchObject({ detail: "The body can be at most 3 KiB." });
  });
});

describe("connection limits", () => {
  test("connections above the limit are refused with one log line until others close", async () => {
    await start({ SPOOR_CONNECTIONS: "12" });
    for (let i = 0; i < 30; i++) await connected();
    await pause(300);
    expect(connections.filter((connection) => connection.isOpen()).length).toBeLessThanOrEqual(12);
    expect(spoor.output().match(/Refused connections/g)).toHaveLength(1);
    connections.splice(0).forEach((connection) => connection.end());
    await pause(200);
    expect((await fetch(`${spoor.url}/healthz`)).status).toBe(200);
  });

  test("unused connections are closed to make room", async () => {
    await start({ SPOOR_CONNECTIONS: "12" });
    for (let i = 0; i < 12; i++) await connected();
    await pause(2_200);
    // The first request finds no free connection and closes unused ones.
    await expect.poll(() => answers(), { timeout: 2_000 * slowdown() }).toBe(200);
  });

  test("with 300 idle connections and 128 open files, events are stored", async () => {
    await start({}, { under: ["prlimit", "--nofile=128"] });
    const project = await makeProject(spoor, "files");
    for (let i = 0; i < 300; i++) await connected();
    await pause(2_200);
    await expect.poll(() => send(project), { timeout: 5_000 * slowdown() }).toBe(200);
    await project.waitForIssues(1);
    expect(spoor.output()).not.toContain("out of open files");
  });
});

const send = (project: TestProject) =>
  sendEnvelope(spoor, project, envelopeOf({ event_id: "c".repeat(32), message: "kept" })).then(
    ({ status }) => status,
    () => 0,
  );

const answers = () =>
  fetch(`${spoor.url}/healthz`).then(
    ({ status }) => status,
    () => 0,
  );
