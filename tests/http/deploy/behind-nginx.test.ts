import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Proxy, startNginx } from "#tests/harness/servers/proxies.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { hasProxy } from "../../set-up.js";

describe.skipIf(!hasProxy())("behind nginx with one connection for all clients", () => {
  let spoor: Spoor;
  let nginx: Proxy;
  let project: TestProject;
  beforeAll(async () => {
    spoor = await startSpoor({ environment: { SPOOR_TRUST_PROXY: "loopback" } });
    await makeOwner(spoor);
    project = await makeProject(spoor, "proxied");
    nginx = await startNginx(spoor.url);
  });
  afterAll(async () => {
    await nginx.stop();
    await spoor.remove();
  });

  const form = { "content-type": "application/x-www-form-urlencoded" };
  test.each([50_000, 300_000, 1_000_000, 8_000_000])(
    "a signed-out post of %d bytes leaves the next visitor and SDK unaffected",
    async (bytes) => {
      for (const path of ["/", "/login", "/api/0/nothing/", "/proxied/issues"]) {
        const stranger = await fetch(nginx.url + path, {
          method: "POST",
          headers: form,
          body: new Uint8Array(bytes),
          redirect: "manual",
        });
        expect(stranger.status).toBeLessThan(500);
        const event_id = randomUUID().replaceAll("-", "");
        const began = performance.now();
        const sent = await sendEnvelope(
          { ...spoor, url: nginx.url },
          project,
          envelopeOf({ event_id, message: "next" }),
        );
        expect(sent.status).toBe(200);
        expect((await fetch(`${nginx.url}/login`)).status).toBe(200);
        expect(performance.now() - began).toBeLessThan(2_000);
      }
    },
  );
});
