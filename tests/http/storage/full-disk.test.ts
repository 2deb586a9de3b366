import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { at, eventCount } from "#tests/harness/accounted.ts";
import { metric } from "#tests/harness/data/flood.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import {
  fillDisk,
  limitFiles,
  makeReadOnly,
  canLimit,
  canMount,
  canMountImages,
  onFallibleDisk,
  onSmallDisk,
} from "#tests/harness/faults/small-disk.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn } from "#tests/harness/visitor.ts";

const started: Spoor[] = [];
afterEach(async () => {
  for (const spoor of started.splice(0)) await spoor.remove();
});

/** A folder with an owner and a project, then served under other conditions. */
async function prepare(under?: string[]): Promise<{ spoor: Spoor; project: TestProject }> {
  const first = await startSpoor();
  started.push(first);
  await makeOwner(first);
  const project = await makeProject(first, "full");
  await first.stop();
  const spoor = await startSpoor({ dataFolder: first.dataFolder, ...(under && { under }) });
  started.unshift(spoor);
  return { spoor, project: at(project, spoor) };
}

async function send(spoor: Spoor, project: TestProject, size = 2000): Promise<Response> {
  const event_id = randomUUID().replaceAll("-", "");
  return sendEnvelope(
    spoor,
    project,
    envelopeOf({ event_id, message: "it is full", extra: { filling: "x".repeat(size) } }),
  );
}

const ready = async (spoor: Spoor) => {
  const answer = await fetch(`${spoor.url}/readyz`);
  return { status: answer.status, text: await answer.text() };
};

async function fillsUpAndRecovers(
  fill: (spoor: Spoor) => Promise<() => Promise<void> | void>,
  under?: string[],
) {
  const { spoor, project } = await prepare(under);
  const answers = await Promise.all(Array.from({ length: 40 }, () => send(spoor, project)));
  let accepted = answers.filter(({ status }) => status === 200).length;
  expect(accepted).toBe(40);
  const empty = await fill(spoor);

  // A request that fits the last page of the queue is accepted.
  let refused: Response | undefined;
  for (let i = 0; !refused && i < 50; i++) {
    const answer = await send(spoor, project, 50_000);
    if (answer.status === 200) accepted += 1;
    else refused = answer;
  }
  expect(refused!.status).toBe(503);
  expect(Number(refused!.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(((await refused!.json()) as { detail: string }).detail).toContain(
    "Accepted events are safe",
  );
  await expect
    .poll(() => ready(spoor))
    .toMatchObject({
      status: 503,
      text: expect.stringContaining("t write to disk: the disk is full"),
    });
  await expect.poll(() => metric(spoor, "spoor_requests_refused_total")).toBeGreaterThan(0);
  await empty();

  // Nothing is sent during this time.
  await expect.poll(() => ready(spoor)).toMatchObject({ status: 200 });
  expect((await send(spoor, project)).status).toBe(200);
  await expect.poll(() => eventCount(project)).toBe(accepted + 1);
  expect(spoor.output()).toContain("t write to disk: the disk is full.");
  return { spoor, project };
}

test.skipIf(!canMount)(
  "a full disk refuses events with a message, loses nothing, and recovers",
  async () => {
    await fillsUpAndRecovers(fillDisk, onSmallDisk(48));
  },
);

test.skipIf(!canLimit)(
  "a file size limit counts as a full disk, and owners see it on pages",
  async () => {
    const { spoor } = await fillsUpAndRecovers(async (limited) => {
      const visitor = await signIn(limited.url, owner);
      limitFiles(limited, 1);
      await expect
        .poll(
          async () =>
            (await send(limited, { id: 1, publicKey: "0".repeat(32) } as TestProject)).status,
        )
        .toBeGreaterThan(400);
      return async () => {
        expect((await visitor.get("/")).text).toContain("t write to disk");
        limitFiles(limited, "unlimited");
      };
    });
    expect((await (await signIn(spoor.url, owner)).get("/")).text).not.toContain("t write to disk");
  },
);

test.skipIf(!canMount)("on a read-only folder, Spoor refuses to start and explains", async () => {
  const first = await startSpoor();
  started.push(first);
  await first.stop();
  const under = onSmallDisk(48, 'mount -o remount,ro,bind "$SPOOR_DATA"');
  await expect(startSpoor({ dataFolder: first.dataFolder, under })).rejects.toThrow(
    /is read-only.*SPOOR_DATA/,
  );
});

test.skipIf(!canMountImages)(
  "when the folder becomes read-only, events are refused and accepted ones survive",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "spoor-image-"));
    const { spoor, project } = await prepare(onFallibleDisk(join(folder, "disk")));
    const visitor = await signIn(spoor.url, owner);
    const flood = async () => {
      const answers = await Promise.all(Array.from({ length: 40 }, () => send(spoor, project)));
      return answers.map(({ status }) => status);
    };
    const before = await flood();
    makeReadOnly(spoor);
    const after = await flood();
    expect(new Set(before)).toEqual(new Set([200]));
    expect(after).toContain(503);
    const accepted = [...before, ...after].filter((status) => status === 200).length;
    const sentence = /t write to disk: (?:the file system is read-only|reading or writing failed)/;
    await expect
      .poll(() => ready(spoor))
      .toMatchObject({ status: 503, text: expect.stringMatching(sentence) });
    const page = await visitor.get("/");
    expect([page.status, page.text]).toEqual([200, expect.stringMatching(sentence)]);
    expect(spoor.output()).toMatch(sentence);
    await spoor.kill();
    expect(spoor.output(), "what was accepted is given up for no disk").not.toContain(
      "passed over",
    );

    const again = await spoor.restart();
    started.unshift(again);
    await rm(folder, { recursive: true });
    await expect.poll(() => eventCount(at(project, again))).toBe(accepted);
    expect((await send(again, project)).status).toBe(200);
  },
);
