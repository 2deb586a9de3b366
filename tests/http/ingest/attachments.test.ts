import { randomBytes, randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn, type Visitor } from "#tests/harness/visitor.ts";

let spoor: Spoor;
let session: Visitor;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  session = await signIn(spoor.url, owner);
});
afterAll(() => spoor.remove());

const newId = () => randomUUID().replaceAll("-", "");
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

type File = { filename?: string; content_type?: string; bytes: Uint8Array };
type AttachmentJson = {
  id: string;
  name: string;
  contentType: string;
  attachmentType: string;
  size: number;
  path: string;
};

function filesOf(files: File[]): Buffer {
  return Buffer.concat(
    files.flatMap(({ bytes, ...said }) => [
      Buffer.from(`${JSON.stringify({ type: "attachment", length: bytes.byteLength, ...said })}\n`),
      bytes,
      Buffer.from("\n"),
    ]),
  );
}

const withEvent = (event_id: string, files: File[]) =>
  Buffer.concat([Buffer.from(envelopeOf({ event_id, message: "with files" })), filesOf(files)]);
const alone = (event_id: string, files: File[]) =>
  Buffer.concat([Buffer.from(`${JSON.stringify({ event_id })}\n`), filesOf(files)]);

async function send(project: TestProject, body: Buffer, headers = {}): Promise<number> {
  const answer = await sendEnvelope(spoor, project, body, headers);
  await answer.text();
  return answer.status;
}

async function attachmentsOf(project: TestProject, eventId: string): Promise<AttachmentJson[]> {
  const [issue] = await project.issues();
  const answer = await project.get(`/issues/${issue!.id}/events/${eventId}.json`);
  return answer.status === 200
    ? ((await answer.json()) as { attachments: AttachmentJson[] }).attachments
    : [];
}

const waitFor = (project: TestProject, eventId: string, count: number) =>
  expect.poll(() => attachmentsOf(project, eventId)).toHaveLength(count);

const download = (project: TestProject, path: string) =>
  fetch(spoor.url + path, { headers: { authorization: `Bearer ${project.token}` } });

async function outcomesOf(project: TestProject): Promise<string[]> {
  const { text } = await session.get(`/${project.slug}/settings/intake`);
  return [...text.matchAll(/<tr><th scope="row">(.*?)<\/tr>/g)].map(([, row]) =>
    row!.replace(/<[^>]+>/g, " "),
  );
}

test("attachments arrive with, before, and after their event, once and byte for byte", async () => {
  const project = await makeProject(spoor, "files");
  const id = newId();
  const noise = randomBytes(3_500_000);
  expect(await send(project, alone(id, [{ filename: "before.bin", bytes: noise }]))).toBe(200);
  const both = [
    {
      filename: "log.txt",
      content_type: "text/plain",
      bytes: Buffer.from("a line\n".repeat(400_000)),
    },
    { filename: "picture.png", content_type: "image/png", bytes: png },
    { filename: "empty", bytes: Buffer.alloc(0) },
  ];
  expect(await send(project, gzipSync(withEvent(id, both)), { "content-encoding": "gzip" })).toBe(
    200,
  );
  await project.waitForIssues(1);
  await waitFor(project, id, 4);

  const form = new FormData();
  form.set("later", new File([`{"a":1}`], "later.json", { type: "application/json" }));
  const address = `${spoor.url}/api/${project.id}/events/${id}/attachments/?sentry_key=${project.publicKey}`;
  expect((await fetch(address, { method: "POST", body: form })).status).toBe(200);
  await waitFor(project, id, 5);

  // Repeating stores nothing twice: the event and each attachment are known.
  expect(await send(project, withEvent(id, both))).toBe(200);
  expect(await send(project, alone(id, [{ filename: "before.bin", bytes: noise }]))).toBe(200);
  await expect
    .poll(() => outcomesOf(project))
    .toContainEqual(expect.stringMatching(/^attachment +duplicate/i));
  // Attachments in the event's batch follow the event's own.
  const files = (await attachmentsOf(project, id)).toSorted((a, b) => b.size - a.size);
  expect(files.map(({ name, size }) => [name, size])).toEqual([
    ["before.bin", 3_500_000],
    ["log.txt", 2_800_000],
    ["picture.png", png.byteLength],
    ["later.json", 7],
    ["empty", 0],
  ]);
  const contents = await Promise.all(
    files.map(async ({ path }) => Buffer.from(await (await download(project, path)).arrayBuffer())),
  );
  expect(contents[0]!.equals(noise)).toBe(true);
  expect(contents[1]!.equals(both[0]!.bytes)).toBe(true);
  expect(contents.slice(2).map((each) => each.byteLength)).toEqual([png.byteLength, 7, 0]);
});

test("attachments are always downloads; only bytes decide which are images", async () => {
  const project = await makeProject(spoor, "lies");
  const id = newId();
  const script = Buffer.from("<script>hit()</script>");
  await send(
    project,
    withEvent(id, [
      {
        filename: "../../etc/passwd\r\nSet-Cookie: a=b.html",
        content_type: "text/html",
        bytes: script,
      },
      { filename: "fake.png", content_type: "image/png", bytes: script },
      {
        filename: "drawing.svg",
        content_type: "image/svg+xml",
        bytes: Buffer.from("<svg onload='hit()'/>"),
      },
      { filename: "real.bin", content_type: "text/html;<b>", bytes: png },
      { filename: "\u202egnp.exe", content_type: "../../x", bytes: Buffer.from([0, 1, 2]) },
    ]),
  );
  await project.waitForIssues(1);
  await waitFor(project, id, 5);
  const files = await attachmentsOf(project, id);
  expect(files.map(({ name }) => name)).toEqual([
    "passwdSet-Cookie: a=b.html",
    "fake.png",
    "drawing.svg",
    "real.bin",
    "gnp.exe",
  ]);
  const answers = await Promise.all(files.map(({ path }) => download(project, path)));
  expect(answers.map(({ headers }) => headers.get("content-type"))).toEqual([
    "text/plain; charset=utf-8",
    "application/octet-stream",
    "application/octet-stream",
    "image/png",
    "application/octet-stream",
  ]);
  for (const { headers } of answers) {
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="[\w .()+@-]+"/);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'; sandbox");
    expect(headers.get("x-content-type-options")).toContain("nosniff");
    expect(headers.get("set-cookie")).toBeNull();
    // Sent in pieces, so that nothing collects the body.
    expect(headers.get("cache-control")).toContain("no-transform");
  }
  const [issue] = await project.issues();
  const { text: page } = await session.get(`/lies/issues/${issue!.shortId}/events/${id}`);
  expect(page.match(/<img [^>]*>/g)).toHaveLength(1);
  expect(page).toContain("&lt;script&gt;hit()&lt;/script&gt;");
  expect(page).not.toContain("<script>hit()");
});

test("attachments are private to their project and their event", async () => {
  const [mine, theirs] = [await makeProject(spoor, "mine"), await makeProject(spoor, "theirs")];
  const id = newId();
  await send(mine, withEvent(id, [{ filename: "secret", bytes: Buffer.from("s") }]));
  await mine.waitForIssues(1);
  await waitFor(mine, id, 1);
  const [file] = await attachmentsOf(mine, id);
  const { path } = file!;
  expect((await download(mine, path)).status).toBe(200);
  expect((await fetch(spoor.url + path, { redirect: "manual" })).status).toBe(303);
  for (const wrong of [
    path.replace("/mine/", "/theirs/"),
    path.replace(id, newId()),
    `${path}9`,
    path.replace(/\d+$/, "1e1"),
  ])
    expect((await download(theirs, wrong)).status, wrong).toBe(404);
});

test("quotas and rate limits drop attachments with their event and count every byte", async () => {
  const project = await makeProject(spoor, "accounted");
  const answer = await session.post("/accounted/settings/keys", { label: "Slow", perMinute: "1" });
  const slow = { ...project, publicKey: answer.location!.split("/").at(-1)! };
  const file = { filename: "a", bytes: Buffer.alloc(1_000) };
  expect(await send(slow, Buffer.from(envelopeOf({ event_id: newId(), message: "m" })))).toBe(200);
  const limited = await sendEnvelope(spoor, slow, withEvent(newId(), [file]));
  expect(limited.status).toBe(429);
  expect(
    await send(
      project,
      Buffer.concat([
        Buffer.from(`{"event_id":"${newId()}"}\n{"type":"event"}\nnot json\n`),
        filesOf([file]),
      ]),
    ),
  ).toBe(200);
  expect(await send(project, Buffer.concat([Buffer.from("{}\n"), filesOf([file])]))).toBe(200);
  await expect
    .poll(() => outcomesOf(project))
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^attachment .*rate limit +1000 bytes/),
        expect.stringMatching(/^attachment .*its event was not stored +1000 bytes/),
        expect.stringMatching(/^attachment .*no event ID +1000 bytes/),
      ]),
    );
});

test("large accepted attachments survive a kill byte for byte", async () => {
  const project = await makeProject(spoor, "large");
  const id = newId();
  const sent = ["one", "two", "three"].map((filename) => ({
    filename,
    bytes: randomBytes(6_000_000),
  }));
  expect(await send(project, withEvent(id, sent))).toBe(200);
  await spoor.kill();
  spoor = await spoor.restart();
  session = await signIn(spoor.url, owner);
  const get = (path: string) =>
    fetch(spoor.url + path, { headers: { authorization: `Bearer ${project.token}` } });
  const files = async () => {
    const { issues } = (await (await get("/large/issues.json")).json()) as {
      issues: { id: string }[];
    };
    if (!issues[0]) return [];
    const answer = await get(`/large/issues/${issues[0].id}/events/${id}.json`);
    return ((await answer.json()) as { attachments: AttachmentJson[] }).attachments;
  };
  await expect.poll(async () => (await files()).length).toBe(3);
  for (const [at, { path }] of (await files()).entries())
    expect(Buffer.from(await (await get(path)).arrayBuffer()).equals(sent[at]!.bytes)).toBe(true);
});
