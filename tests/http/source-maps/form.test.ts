import { afterAll, beforeAll, expect, test } from "vitest";
import { uploadMap } from "#tests/harness/data/filled-project.ts";
import { makeOwner, makeProject, owner, type TestProject } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

let spoor: Spoor;
let shop: TestProject;
let other: TestProject;
let headers: { authorization: string };
beforeAll(async () => {
  spoor = await startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } });
  await makeOwner(spoor);
  shop = await makeProject(spoor, "shop");
  other = await makeProject(spoor, "other");
  const words = [
    "token",
    "create",
    "--user",
    owner.email,
    "--scopes",
    "release:write,project:read",
  ];
  headers = { authorization: `Bearer ${((await spoor.run(...words)) as { token: string }).token}` };
});
afterAll(() => spoor.remove());

const page = () => `${spoor.url}/shop/settings/source-maps`;
function post(body: BodyInit, more: Record<string, string> = {}): Promise<Response> {
  const init = {
    method: "POST",
    headers: { ...headers, ...more },
    body,
    redirect: "manual",
    duplex: "half",
  } as const;
  return fetch(page(), init);
}

/** Chunks of a mebibyte as long as accepted, without a declared length. */
function endless(taken: { parts: number }): ReadableStream<Uint8Array> {
  const part = new Uint8Array(1 << 20);
  return new ReadableStream({
    pull(controller) {
      taken.parts += 1;
      if (taken.parts > 100) controller.close();
      else controller.enqueue(part);
    },
  });
}

test("more than 64 MiB is refused with a message, declared or not, and nothing is stored", async () => {
  const form = new FormData();
  form.append("files", new File([new Uint8Array(65 << 20)], "a.js.map"));
  const announced = await post(form);
  expect([announced.status, await announced.text()]).toEqual([
    413,
    expect.stringContaining(
      "A bundle can be at most 64 MiB. Upload fewer files at once.",
    ) as string,
  ]);
  const unannounced = await post(endless({ parts: 0 }), {
    "content-type": "multipart/form-data; boundary=x",
  });
  expect(unannounced.status).toBe(413);
  expect(await (await fetch(page(), { headers })).text()).toContain("No uploads yet.");
});

test.each([
  [
    "a form without its end",
    "--x\r\nContent-Disposition: form-data",
    "multipart/form-data; boundary=x",
  ],
  ["a form without files", "release=web", "application/x-www-form-urlencoded"],
])("%s gets 422 and a message at the field", async (_, body, type) => {
  const answer = await post(body, { "content-type": type });
  expect(answer.status).toBe(422);
  expect(await answer.text()).toMatch(
    /id="files-error">(?:<svg.*?<\/svg> )?(?:The form arrived incomplete|Select the \.js files)/,
  );
});

test("an upload belongs to its project: others cannot read or delete it", async () => {
  const upload = await uploadMap(spoor, shop);
  const own = `${page()}/uploads/${upload}`;
  expect(await (await fetch(own, { headers })).text()).toContain("~/a.js.map");
  const foreign = own.replace("/shop/", `/${other.slug}/`);
  expect((await fetch(foreign, { headers })).status).toBe(404);
  expect((await fetch(`${foreign}/remove`, { method: "POST", headers })).status).toBe(404);
  expect((await fetch(own, { headers })).status).toBe(200);
  expect(await uploadMap(spoor, shop), "the same files once more are the same upload").toBe(upload);
});

test("a body that is not a form gets 415 and the accepted types", async () => {
  const answer = await post("hello", { "content-type": "text/plain" });
  expect([answer.status, await answer.text()]).toEqual([
    415,
    expect.stringContaining("multipart/form-data"),
  ]);
});
