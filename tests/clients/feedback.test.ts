import { execFile } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Browser } from "@playwright/test";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "#tests/harness/browser.ts";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

const programAt = (name: string) => fileURLToPath(new URL(`programs/${name}`, import.meta.url));

let spoor: Spoor;
let browser: Browser;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await spoor.remove();
});

async function serveSite(): Promise<Server> {
  const lib = { entry: programAt("feedback.js"), formats: ["iife" as const], name: "shop" };
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: { write: false, minify: false, lib },
  });
  const script = (built as Rolldown.RolldownOutput[])[0]!.output[0].code;
  const server = createServer((request, response) => {
    const isScript = request.url === "/bundle.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(
      isScript
        ? script
        : `<!doctype html><title>shop</title><button>Send</button><script src="/bundle.js"></script>`,
    );
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

type AttachmentJson = { name: string; contentType: string; size: number; path: string };

const attachmentsOf = async (project: TestProject): Promise<AttachmentJson[]> => {
  const [issue] = await project.waitForIssues(1);
  const event = (await project.latestEvent(issue!)) as unknown as { attachments: AttachmentJson[] };
  return event.attachments;
};

test("@sentry/browser: captureFeedback appears beside the error it names", async () => {
  const project = await makeProject(spoor, "words");
  const site = await serveSite();
  const page = await browser.newPage();
  await page.goto(
    `http://127.0.0.1:${(site.address() as AddressInfo).port}/?dsn=${encodeURIComponent(project.dsn)}`,
  );
  await page.click("button");
  const feedback = async () =>
    ((await (await project.get("/feedback.json")).json()) as { feedback: object[] }).feedback;
  const [issue] = await project.waitForIssues(1);
  await expect.poll(feedback).toMatchObject([
    {
      message: "I cannot pay.\nNot at all.",
      name: "Jane",
      email: "jane@example.com",
      state: "unread",
      environment: "production",
      release: "web@1.2.3",
      issue: { shortId: issue!.shortId },
      url: expect.stringContaining("http://127.0.0.1"),
    },
  ]);
  const list = async () => (await project.get("/feedback")).text();
  await expect.poll(list).toContain("screen.txt");
  expect(await list()).toContain("what the screen said");
  site.close();
});

test("@sentry/node: attachments of an error arrive byte for byte", async () => {
  const project = await makeProject(spoor, "files");
  const env = { PATH: process.env.PATH, DSN: project.dsn };
  await promisify(execFile)(process.execPath, [programAt("attachments.mjs")], { env });
  const attachments = await attachmentsOf(project);
  expect(attachments).toMatchObject([
    { name: "trace.log", contentType: "text/plain", size: 7 },
    { name: "dump.bin", contentType: "application/octet-stream", size: 300_000 },
  ]);
  const file = await fetch(spoor.url + attachments[1]!.path, {
    headers: { authorization: `Bearer ${project.token}` },
  });
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect(bytes.every((byte, at) => byte === ((at * 7) & 255))).toBe(true);
  expect(bytes.byteLength).toBe(300_000);
});
