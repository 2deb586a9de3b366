import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOwner, makeProject, owner, type TestProject } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

const sha1 = (bytes: Uint8Array) => createHash("sha1").update(bytes).digest("hex");
const debugId = "5f893743-2cd7-4d06-b95b-f56d6842e40f";
const base = "/api/0/organizations/spoor";

let spoor: Spoor;
let shop: TestProject;
let other: TestProject;
let token: string;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  shop = await makeProject(spoor, "shop");
  other = await makeProject(spoor, "other");
  token = await tokenWith("release:write");
});
afterAll(() => spoor.remove());

async function tokenWith(scopes: string): Promise<string> {
  return (
    (await spoor.run("token", "create", "--user", owner.email, "--scopes", scopes)) as {
      token: string;
    }
  ).token;
}

type Answer = {
  status: number;
  json: { state?: string; detail?: string | null; missingChunks?: string[] };
};

async function call(
  method: string,
  path: string,
  body?: BodyInit,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const init = {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body !== undefined && { body }),
  };
  const answer = await fetch(spoor.url + path, init);
  return { status: answer.status, json: (await answer.json()) as Answer["json"] };
}

const assemble = (request: object) =>
  call("POST", `${base}/artifactbundle/assemble/`, JSON.stringify(request));

function send(chunks: [name: string, bytes: Uint8Array][], field = "file"): Promise<Answer> {
  const form = new FormData();
  for (const [name, bytes] of chunks) form.append(field, new Blob([bytes as BlobPart]), name);
  return call("POST", `${base}/chunk-upload/`, form);
}

/** Uploads bytes as one bundle of the shop. Returns its outcome. */
async function upload(bytes: Uint8Array, projects = ["shop"]): Promise<Answer> {
  const request = { checksum: sha1(bytes), chunks: [sha1(bytes)], projects };
  const first = await assemble(request);
  if (first.json.state !== "not_found") return first;
  expect((await send([[sha1(bytes), bytes]])).status).toBe(200);
  return assemble(request);
}

function bundle(
  files: { [path: string]: string | Uint8Array },
  about: { [path: string]: object } = {},
): Uint8Array {
  const manifest = {
    files: Object.fromEntries(Object.keys(files).map((path) => [path, fileOf(path, about[path])])),
  };
  const entries = { ...files, "manifest.json": JSON.stringify(manifest) };
  return zipSync(
    Object.fromEntries(
      Object.entries(entries).map(([path, it]) => [
        path,
        typeof it === "string" ? strToU8(it) : it,
      ]),
    ),
  );
}

const fileOf = (path: string, more: object = {}) => ({
  type: path.endsWith(".map") ? "source_map" : "minified_source",
  url: `~/${path}`,
  headers: { "debug-id": debugId },
  ...more,
});

const map = (source: string) =>
  JSON.stringify({
    version: 3,
    sources: [source],
    sourcesContent: ["throw 1"],
    names: [],
    mappings: "AAAA",
  });

/** The only frame of the project's event with the debug ID. */
async function frameIn(project: TestProject): Promise<Record<string, unknown>> {
  const file = "https://shop.example/a.js";
  const frames = [{ filename: file, function: "x", lineno: 1, colno: 1, in_app: true }];
  const event_id = createHash("md5").update(String(Math.random())).digest("hex");
  const event = {
    event_id,
    platform: "javascript",
    debug_meta: { images: [{ type: "sourcemap", code_file: file, debug_id: debugId }] },
    exception: { values: [{ type: "E", value: event_id, stacktrace: { frames } }] },
  };
  const url = `${spoor.url}/api/${project.id}/envelope/?sentry_key=${project.publicKey}`;
  const body = `${JSON.stringify({ event_id })}\n{"type":"event"}\n${JSON.stringify(event)}\n`;
  expect((await fetch(url, { method: "POST", body })).status).toBe(200);
  await expect.poll(() => project.issues()).not.toEqual([]);
  const [issue] = await project.issues();
  return (await project.latestEvent(issue!)).exceptions[0]!.frames[0] as unknown as Record<
    string,
    unknown
  >;
}

describe("invalid requests", () => {
  const digest = sha1(Buffer.from("x"));
  test.each([
    ["no checksum", { chunks: [], projects: ["shop"] }, 400, "checksum"],
    [
      "a checksum that is a path",
      { checksum: "../../etc/passwd", chunks: [], projects: ["shop"] },
      400,
      "checksum",
    ],
    [
      "chunks that are paths",
      { checksum: digest, chunks: ["../x"], projects: ["shop"] },
      400,
      "chunks",
    ],
    ["no project", { checksum: digest, chunks: [digest] }, 400, "project"],
    [
      "a project that is not there",
      { checksum: digest, chunks: [digest], projects: ["nowhere"] },
      404,
      "nowhere",
    ],
  ])("%s", async (_, request, status, word) => {
    const answer = await assemble(request);
    expect(answer.status).toBe(status);
    expect(answer.json.detail).toContain(word);
  });

  test("a chunk whose name is not its hash refuses the whole request", async () => {
    const good = Buffer.from("good");
    const answer = await send([
      [sha1(good), good],
      [sha1(Buffer.from("one")), Buffer.from("another")],
    ]);
    expect(answer).toMatchObject({
      status: 400,
      json: { detail: expect.stringContaining("checksum") as string },
    });
    const asked = await assemble({
      checksum: sha1(good),
      chunks: [sha1(good)],
      projects: ["shop"],
    });
    expect(asked.json.missingChunks).toEqual([sha1(good)]);
  });

  test("path traversal, bombs, and excess sizes get a message each", async () => {
    const zeros = new Uint8Array(5 << 20);
    expect((await send([["../../evil", Buffer.from("x")]])).status).toBe(400);
    expect((await send([[sha1(zeros), gzipSync(zeros)]], "file_gzip")).json.detail).toContain(
      "unpacks to more",
    );
    expect((await send([[sha1(zeros), zeros]])).status).toBe(413);
    const small = Array.from({ length: 9 }, (_, n) => Buffer.from(`chunk ${n}`));
    expect((await send(small.map((each) => [sha1(each), each]))).status).toBe(400);
    expect(
      (await call("POST", `${base}/chunk-upload/`, new Uint8Array(18 << 20) as BodyInit)).status,
    ).toBe(413);
    expect(
      (
        await call("POST", `${base}/chunk-upload/`, "no form", {
          "content-type": "multipart/form-data",
        })
      ).status,
    ).toBe(400);
    expect((await call("POST", `${base}/chunk-upload/`, "no form")).status).toBe(415);
  });

  test("a declared size of 2 GB is refused before the body is sent", async () => {
    const chunks = Array.from({ length: 512 }, (_, n) => sha1(Buffer.from(`huge ${n}`)));
    const answer = await assemble({ checksum: digest, chunks, projects: ["shop"] });
    expect(answer.json).toMatchObject({
      state: "error",
      detail: expect.stringContaining("64 MiB") as string,
    });
    expect((await call("GET", `${base}/chunk-upload/`)).json).toMatchObject({
      maxFileSize: 64 << 20,
    });
  });
});

describe("invalid bundles", () => {
  test.each([
    ["no archive", Buffer.from("SYSB\x02\0\0\0 and no archive"), "not a valid zip archive"],
    ["nothing of use", bundle({}), "no source file"],
    ["a bomb", bundle({ "a.js.map": new Uint8Array(40 << 20) }), "40 MiB"],
  ])("%s", async (_, bytes, words) => {
    expect((await upload(bytes)).json).toMatchObject({
      state: "error",
      detail: expect.stringContaining(words) as string,
    });
  });

  test("a bundle with a wrong total checksum", async () => {
    const bytes = bundle({ "a.js": "x" });
    await send([[sha1(bytes), bytes]]);
    const answer = await assemble({
      checksum: sha1(Buffer.from("other")),
      chunks: [sha1(bytes)],
      projects: ["shop"],
    });
    expect(answer.json).toMatchObject({
      state: "error",
      detail: expect.stringContaining("checksum") as string,
    });
  });

  test("path traversal writes nothing outside; an invalid map leaves the event unmapped", async () => {
    const evil = "../../../tmp/spoor-evil.js.map";
    expect((await upload(bundle({ [evil]: "{", "a.js": "x" }))).json.state).toBe("ok");
    expect(() => statSync("/tmp/spoor-evil.js.map")).toThrow();
    expect(await frameIn(shop)).toMatchObject({ mapped: false, unmapped: "broken-map" });
  });
});

test("two projects with one debug ID use their own source maps only", async () => {
  expect(await frameIn(other)).toMatchObject({ unmapped: "no-bundle" });
  await upload(bundle({ "a.js.map": map("src/other.ts") }), ["other"]);
  await upload(bundle({ "a.js.map": map("src/shop.ts") }));
  expect(await frameIn(other)).toMatchObject({ file: "src/other.ts" });
  expect(await frameIn(shop)).toMatchObject({ file: "src/shop.ts" });
});

test("refused uploaders learn nothing about projects", async () => {
  const reader = await tokenWith("event:read");
  const options = await fetch(`${spoor.url}${base}/chunk-upload/`, {
    headers: { authorization: `Bearer ${reader}` },
  });
  expect(options.status).toBe(403);
  expect((await fetch(`${spoor.url}${base}/chunk-upload/`)).status).toBe(401);
  const elsewhere = await call("GET", "/api/0/organizations/acme/chunk-upload/");
  expect(elsewhere).toMatchObject({
    status: 404,
    json: { detail: expect.stringContaining("“spoor”") as string },
  });
});

test("refused uploads are not stored and do not slow pages", async () => {
  const bytes = bundle({
    "big.js.map": JSON.stringify({
      version: 3,
      sources: ["a"],
      mappings: "AAAA;".repeat(2_000_000),
    }),
  });
  const busy = upload(bytes);
  const waits = [];
  for (let n = 0; n < 10; n++) {
    const begun = performance.now();
    await (await fetch(`${spoor.url}/healthz`)).text();
    waits.push(performance.now() - begun);
  }
  await busy;
  expect(waits.toSorted((a, b) => a - b)[5]).toBeLessThan(100);
  expect(statSync(join(spoor.dataFolder, "artifacts.db")).size).toBeLessThan(20 << 20);
});
