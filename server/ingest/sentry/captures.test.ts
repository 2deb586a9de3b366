import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { titleOf } from "#server/domain/event/title.ts";
import { issueTitle } from "#server/domain/issue/issue.ts";
import type { Understood } from "#server/ingest/request.ts";
import { send } from "./sample.fixture.ts";
import { readBody, writeBody } from "./stored-body.ts";
import { understand } from "./understand.ts";

// Recorded sessions of real SDKs, available next to the checkout on some machines only.
const captures = fileURLToPath(new URL("../../../../shared/captures/", import.meta.url));
const present = existsSync(captures);
if (!present)
  console.log("Skipped: the recorded sessions (../shared/captures) are not on this machine.");

type Recorded = { method: string; url: string; headers: { [name: string]: string } };

async function replay(session: string, number: string): Promise<Understood> {
  const start = `${captures}${session}/${number}`;
  const { method, url, headers } = JSON.parse(
    readFileSync(`${start}.request.json`, "utf8"),
  ) as Recorded;
  const outcome = await send(readFileSync(`${start}.body`), { method, url, headers });
  if (!("items" in outcome))
    throw new Error(`${session}/${number} was refused: ${String(outcome.body)}`);
  const item = outcome.items.find((each) => each.kind === "event");
  if (!item) throw new Error(`${session}/${number} holds no event`);
  const understood = understand(item.payload, outcome.receipt);
  const body = new TextDecoder().decode(
    writeBody(understood, outcome.receipt, { source: item.source }),
  );
  expect(readBody(body)).toMatchObject({ event: understood.event, grouping: understood.grouping });
  return understood;
}

const titles: [session: string, number: string, title: string, basis: string][] = [
  ["sdk-node-11.11.0", "009", "Error: Checkout failed for order 12345", "in-app-frames"],
  ["sdk-node-11.11.0", "010", "Something odd happened", "in-app-frames"],
  ["sdk-node-11.11.0", "011", "Error: a plain string", "in-app-frames"],
  [
    "sdk-node-11.11.0",
    "012",
    "Error: Object captured as exception with keys: detail, status",
    "in-app-frames",
  ],
  ["sdk-node-11.11.0", "013", "Error: with attachment", "client-fingerprint"],
  ["sdk-node-11.11.0", "014", "AggregateError: many", "in-app-frames"],
  ["sdk-node-10.75.2", "002", "plain message", "message"],
  [
    "sdk-node-10.75.2",
    "005",
    "TypeError: Cannot read properties of null (reading 'x')",
    "in-app-frames",
  ],
  [
    "sdk-browser-11.11.0",
    "003",
    "TypeError: Cannot read properties of undefined (reading 'name')",
    "in-app-frames",
  ],
  ["sdk-browser-11.11.0", "004", "Error: unhandled rejection here", "in-app-frames"],
  [
    "sdk-browser-11.11.0",
    "005",
    "UnhandledRejection: Object captured as promise rejection with keys: code",
    "exception",
  ],
  ["sdk-browser-11.11.0", "006", "browser message", "in-app-frames"],
  ["sdk-browser-11.11.0", "009", "Error: outer", "in-app-frames"],
  [
    "sdk-browser-11.11.0-tunnel",
    "003",
    "TypeError: Cannot read properties of undefined (reading 'name')",
    "in-app-frames",
  ],
  [
    "sdk-browser-11.11.0-minified",
    "003",
    "TypeError: Cannot read properties of undefined (reading 'price')",
    "in-app-frames",
  ],
  ["sdk-python-1.9.10", "001", "Order 123 failed for jane", "message"],
  ["sdk-python-1.9.10", "002", "RuntimeError: wrapped", "in-app-frames"],
  ["sdk-python-1.9.10", "005", "att", "client-fingerprint"],
  ["sdk-ruby-5.3.0", "001", "ArgumentError: wrapped", "all-frames"],
  ["sdk-ruby-5.3.0", "002", "hello from ruby", "all-frames"],
  ["sdk-raven-ruby-3.1.2", "001", "ZeroDivisionError: divided by 0", "all-frames"],
  ["sdk-raven-ruby-3.1.2", "002", "hello from raven", "message"],
  ["sentry-cli-3.8.0-events", "001", "hello world", "client-fingerprint"],
  ["csp-chromium-156", "001", "Blocked 'script-src-elem' from 'inline'", "csp"],
  ["csp-chromium-156", "003", "Blocked 'img-src' from 'http://127.0.0.1:9713'", "csp"],
];

describe.skipIf(!present)("recorded sessions", () => {
  test.each(titles)("%s/%s is “%s”", async (session, number, title, basis) => {
    const { event, grouping } = await replay(session, number);
    expect(issueTitle(titleOf(event))).toBe(title);
    expect(grouping.basis).toBe(basis);
    expect(event).toMatchObject({
      release: "web@1.2.3",
      eventId: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  test("every recorded SDK request is accepted", async () => {
    const sessions = readdirSync(captures).filter((name) => /^(?:sdk|csp)-|-events$/.test(name));
    expect(sessions.length).toBeGreaterThan(8);
    for (const session of sessions) {
      for (const file of readdirSync(captures + session).filter((name) => name.endsWith(".body"))) {
        const start = `${captures}${session}/${file.slice(0, 3)}`;
        const { method, url, headers } = JSON.parse(
          readFileSync(`${start}.request.json`, "utf8"),
        ) as Recorded;
        const outcome = await send(readFileSync(`${start}.body`), { method, url, headers });
        expect.soft(outcome, `${session}/${file}`).toMatchObject({ reply: { status: 200 } });
        const kinds =
          "items" in outcome
            ? outcome.items.map((item) => (item.kind === "counted" ? item.outcome : item.kind))
            : [];
        expect.soft(kinds, `${session}/${file}`).not.toContain("invalid");
        expect.soft(kinds.length, `${session}/${file}`).toBeGreaterThan(0);
      }
    }
  });

  test("a cause chain starts outermost, its frames innermost", async () => {
    const { event } = await replay("sdk-node-11.11.0", "009");
    expect(event.exceptions.map(({ type }) => type)).toEqual(["Error", "TypeError"]);
    const [innermost] = event.exceptions[1]!.frames;
    expect(innermost).toMatchObject({ function: "inner", inApp: true, line: expect.any(Number) });
    expect(innermost!.context?.line).toContain("throw new TypeError");
    expect(event.exceptions[1]!.mechanism).toMatchObject({
      type: "chained",
      source: "cause",
      parentId: 0,
    });
  });

  test("the error's context is kept", async () => {
    const { event } = await replay("sdk-node-11.11.0", "013");
    expect(event.breadcrumbs).toMatchObject([
      { category: "auth", message: "logged in", timestamp: 1795236863406 },
    ]);
    expect(event.user).toEqual({ id: "42", email: "jane@example.com", username: "jane" });
    expect(event.traceId).toBe("5f2c3aa4209f41b28386f07664ff6b55");
    expect(event.fingerprint).toEqual(["{{ default }}", "tenant-7"]);
    const tags = new Map(event.tags);
    expect(tags.get("plan")).toBe("pro");
    expect(tags.get("user")).toBe("id:42");
    expect(tags.get("handled")).toBe("yes");
    expect(tags.get("runtime")).toBe("node v24.21.0");
  });

  test("the same error sent directly and through a tunnel is one issue", async () => {
    const direct = await replay("sdk-browser-11.11.0", "003");
    const tunnelled = await replay("sdk-browser-11.11.0-tunnel", "003");
    expect(tunnelled.grouping.hash).toBe(direct.grouping.hash);
  });

  test("a bundle's content hash does not affect grouping", async () => {
    const { event, grouping } = await replay("sdk-browser-11.11.0-minified", "003");
    expect(grouping.parts.find((part) => part.label === "frame")!.value).toBe("index-*.js · Rd");
    expect(event.debugImages).toEqual([
      {
        codeFile: "http://127.0.0.1:9711/assets/index-B_jslZTw.js",
        debugId: "5f893743-2cd7-4d06-b95b-f56d6842e40f",
      },
    ]);
  });

  test("a variable named password is scrubbed with a note", async () => {
    const { event, payload } = await replay("sdk-python-1.9.10", "002");
    expect(event.exceptions[1]!.frames[0]!.vars).toMatchObject({ secret_password: "[Filtered]" });
    expect(event.notes).toContainEqual(
      expect.objectContaining({
        kind: "scrubbed",
        path: expect.stringContaining("secret_password"),
      }),
    );
    expect(JSON.stringify(payload["exception"])).not.toContain(`"secret_password":"'hunter2'"`);
  });

  test("the IP address is removed with a note, although the client requested it", async () => {
    const asked = await replay("sdk-browser-11.11.0-minified", "003");
    const notAsked = await replay("sdk-node-11.11.0", "013");
    const note = expect.objectContaining({ path: "user.ip_address", kind: "scrubbed" }) as unknown;
    expect(asked.event.user).toBeUndefined();
    expect(asked.event.notes).toContainEqual(note);
    expect(notAsked.event.notes).not.toContainEqual(note);
  });
});
