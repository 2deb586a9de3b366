import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { at, startSending, waitForAll } from "#tests/harness/accounted.ts";
import { canRunImages, makeImage } from "#tests/harness/servers/image.ts";
import { freePort } from "#tests/harness/free-port.ts";
import { listenTo } from "#tests/harness/requests/live.ts";
import { startPostgres } from "#tests/harness/servers/postgres.ts";
import {
  type Proxy,
  startCaddy,
  startComposeCaddy,
  startNginx,
} from "#tests/harness/servers/proxies.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { startTwoSpoors } from "#tests/harness/two-spoors.ts";
import { signIn, visit } from "#tests/harness/visitor.ts";
import { hasCaddy, hasProxy } from "../../set-up.js";

// Tests the recipes of server/deploy with the real programs where available.

const deploy = fileURLToPath(new URL("../../../server/deploy/", import.meta.url));

const proxies = [
  { name: "nginx.conf", isThere: hasProxy(), start: startNginx },
  { name: "Caddyfile", isThere: hasCaddy(), start: startCaddy },
];

describe.each(proxies)("$name", ({ isThere, start }) => {
  describe.skipIf(!isThere)("behind a proxy", () => {
    let spoor: Spoor;
    let proxy: Proxy;
    let project: TestProject;
    beforeAll(async () => {
      spoor = await startSpoor({ environment: { SPOOR_TRUST_PROXY: "loopback" } });
      await makeOwner(spoor);
      project = await makeProject(spoor, "proxied");
      proxy = await start(spoor.url);
    });
    afterAll(async () => {
      await proxy.stop();
      await spoor.remove();
    });

    test("an envelope with 15 MB of attachments arrives", async () => {
      const event_id = randomUUID().replaceAll("-", "");
      const file = randomBytes(15_000_000);
      const head = `{"event_id":"${event_id}"}\n{"type":"event"}\n{"event_id":"${event_id}","message":"large"}\n`;
      const item = `{"type":"attachment","length":${file.length},"filename":"dump.bin"}\n`;
      const url = `${proxy.url}/api/${project.id}/envelope/?sentry_key=${project.publicKey}`;
      const body = Buffer.concat([Buffer.from(head + item), file]);
      expect((await fetch(url, { method: "POST", body })).status).toBe(200);
      await project.waitForIssues(1);
    });

    test("sign-in works, and live pages update at once", async () => {
      const visitor = await signIn(proxy.url, owner);
      await using page = await listenTo(visitor, proxy.url, "/proxied/live");
      const event_id = randomUUID().replaceAll("-", "");
      await sendEnvelope(
        { ...spoor, url: proxy.url },
        project,
        envelopeOf({ event_id, message: "live", platform: "node" }),
      );
      await page.until("act", { issue: expect.any(Number), what: "new" });
    });

    test("the client address is the one the proxy saw, not the claimed one", async () => {
      const hop = await startSpoor({ environment: { SPOOR_TRUST_PROXY: "1" } });
      await makeOwner(hop);
      const before = await start(hop.url);
      const headers = {
        "content-type": "application/x-www-form-urlencoded",
        "x-forwarded-for": "203.0.113.9",
      };
      const form = new URLSearchParams({ email: owner.email, password: owner.password }).toString();
      expect(await postFrom("127.0.0.2", `${before.url}/login`, headers, form)).toBe(303);
      const audit = async () => (await (await signIn(hop.url, owner)).get("/settings/audit")).main;
      await expect.poll(audit).toContain("127.0.0.2");
      expect(await audit()).not.toContain("203.0.113.9");
      await before.stop();
      await hop.remove();
    });

    test("sign-in works below a path", async () => {
      const port = await freePort();
      const below = `http://127.0.0.1:${port}/errors`;
      const there = await startSpoor({
        environment: { SPOOR_URL: below, SPOOR_TRUST_PROXY: "loopback" },
      });
      await makeOwner(there);
      const before = await start(there.url, port);
      const visitor = visit(before.url);
      const signedIn = await visitor.post("/errors/login", {
        email: owner.email,
        password: owner.password,
      });
      expect([signedIn.status, signedIn.location]).toEqual([
        303,
        expect.stringMatching(/^\/errors\//),
      ]);
      const home = await visitor.get("/errors/");
      expect(home.status).toBe(200);
      const style = /href="(\/[^"]+\.css)"/.exec(home.text)![1]!;
      expect(style).toMatch(/^\/errors\//);
      expect((await visitor.get(style)).status).toBe(200);
      await before.stop();
      await there.remove();
    });
  });
});

describe.skipIf(!hasCaddy())("compose.Caddyfile", () => {
  test("a killed process fails no request", async () => {
    const postgres = await startPostgres();
    const spoors = await startTwoSpoors(postgres);
    await makeOwner(spoors);
    const project = await makeProject(spoors, "balanced");
    const proxy = await startComposeCaddy([spoors.both[0].url, spoors.both[1].url]);
    const send = (message: string) =>
      sendEnvelope(
        { ...spoors, url: proxy.url },
        project,
        envelopeOf({ event_id: randomUUID().replaceAll("-", ""), message }),
      );
    const statuses = async (ask: () => Promise<Response>) =>
      new Set((await Promise.all(Array.from({ length: 20 }, ask))).map(({ status }) => status));
    expect((await send("before")).status).toBe(200);
    await spoors.both[1].kill();
    expect(await statuses(() => fetch(`${proxy.url}/login`))).toEqual(new Set([200]));
    // Debian's Caddy 2.6 closes the body of a retried request; later versions need no workaround.
    await expect.poll(() => statuses(() => send("after"))).toEqual(new Set([200]));
    await proxy.stop();
    await spoors.remove();
    await postgres.stop();
  });
});

/** Posts from another local address. Returns the status. */
function postFrom(
  localAddress: string,
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const posted = request(url, { method: "POST", localAddress, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode!);
    });
    posted.on("error", reject);
    posted.end(body);
  });
}

describe.skipIf(!canRunImages())("the file system of the Dockerfile", () => {
  test("as PID 1 without privileges on read-only code, SIGTERM under load loses nothing", async () => {
    const image = makeImage();
    const dataFolder = mkdtempSync(join(tmpdir(), "spoor-volume-"));
    const spoor = await startSpoor(image.options(dataFolder));
    const inside = execFileSync("ps", ["-o", "pid=", "--ppid", String(spoor.pid)])
      .toString()
      .trim();
    const status = readFileSync(`/proc/${inside}/status`, "utf8");
    expect(status).toMatch(/^NSpid:.*\t1$/m);
    expect(status).toMatch(/^Uid:\t65532\t/m);
    expect(status).toMatch(/^CapEff:\t0+$/m);
    expect(() => writeFileSync(`/proc/${inside}/root/app/x`, "")).toThrow(/EROFS/);
    // Commands run outside of the container on its volume.
    await makeOwner(spoor);
    const project = await makeProject(spoor, "image");
    execFileSync("chown", ["--recursive", "65532:65532", dataFolder]);
    const sending = startSending(spoor, project, { senders: 8, most: 200 });
    await pause(500);
    process.kill(Number(inside), "SIGTERM");
    await sending.ended;
    await expect.poll(() => spoor.output()).toContain("Stopped. Everything accepted is on disk.");
    expect(sending.accepted.events.length).toBeGreaterThan(0);
    const again = await startSpoor({ dataFolder });
    await waitForAll(again, at(project, again), sending.accepted);
    await again.remove();
    image.remove();
  });
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

describe.skipIf(!hasSystemd)("the systemd units", () => {
  test("are valid and sandbox the server", () => {
    const folder = mkdtempSync(join(tmpdir(), "spoor-units-"));
    const program = join(folder, "spoor");
    writeFileSync(program, "#!/bin/sh\n");
    chmodSync(program, 0o755);
    const names = ["spoor.service", "spoor-backup.service", "spoor-backup.timer"];
    for (const name of names) {
      const unit = readFileSync(join(deploy, name), "utf8").replaceAll(
        "/usr/local/bin/spoor",
        program,
      );
      writeFileSync(join(folder, name), unit);
    }
    const units = names.map((name) => join(folder, name));
    const { stderr } = spawnSync("systemd-analyze", ["verify", ...units]);
    expect(stderr.toString()).toBe("");
    const words = ["security", "--offline=true", "--threshold=20", units[0]!];
    expect(spawnSync("systemd-analyze", words).status).toBe(0);
    rmSync(folder, { recursive: true });
  });
});

test("recipes name existing settings", () => {
  const handbook = readFileSync(
    fileURLToPath(new URL("../../../server/deploy/README.md", import.meta.url)),
    "utf8",
  );
  const settings = [
    "compose.yaml",
    "compose.postgres.yaml",
    "kubernetes.yaml",
    "Dockerfile",
  ].flatMap((name) => [...readFileSync(join(deploy, name), "utf8").matchAll(/\bSPOOR_[A-Z_]+/g)]);
  expect(settings.length).toBeGreaterThan(5);
  for (const [setting] of settings) expect(handbook).toContain(`\`${setting}\``);
});
