import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPost } from "./post.ts";

const warned = vi.spyOn(console, "warn");
beforeEach(() => {
  warned.mockReset().mockImplementation(() => undefined);
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("document", { visibilityState: "visible" });
});
afterEach(() => vi.unstubAllGlobals());

const url = "https://spoor.example.com/v1/traces";

function postTo(answer: () => Promise<Response>) {
  const asked = vi.fn(answer);
  vi.stubGlobal("fetch", asked);
  return { post: createPost({}), asked };
}

/** Messages are loaded on demand. */
const settled = () => import("./undelivered.ts");

test.each([
  [401, /answered 401\. The key is missing/],
  [403, /answered 403\. The key is unknown or revoked/],
  [404, /answered 404\. No Spoor accepts traces at this URL/],
  [500, /answered 500\. See the log/],
])("a receiver that answers %i is logged once", async (status, sentence) => {
  const { post } = postTo(() => Promise.resolve(new Response("", { status })));
  await post(url, "{}");
  await post(url, "{}");
  await settled();
  expect(warned.mock.calls).toEqual([[expect.stringMatching(sentence)]]);
  expect(warned.mock.calls[0]![0]).toMatch(/^spoor-react-router: /);
});

test("after a refused key nothing more is sent", async () => {
  const { post, asked } = postTo(() => Promise.resolve(new Response("", { status: 403 })));
  await post(url, "{}");
  await post(url, "{}");
  expect(asked).toHaveBeenCalledTimes(1);
});

test("an unreachable URL is logged unless the page is leaving or offline", async () => {
  const fail = () => Promise.reject(new TypeError("Failed to fetch"));
  vi.stubGlobal("document", { visibilityState: "hidden" });
  await postTo(fail).post(url, "{}");
  vi.stubGlobal("document", { visibilityState: "visible" });
  vi.stubGlobal("navigator", { onLine: false });
  await postTo(fail).post(url, "{}");
  await settled();
  expect(warned).not.toHaveBeenCalled();
  vi.stubGlobal("navigator", { onLine: true });
  await postTo(fail).post(url, "{}");
  await settled();
  expect(warned).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/did not respond\. Check the URL/),
  );
});

test("successful posts are not logged", async () => {
  const { post } = postTo(() => Promise.resolve(new Response("{}")));
  await post(url, "{}");
  await settled();
  expect(warned).not.toHaveBeenCalled();
});
