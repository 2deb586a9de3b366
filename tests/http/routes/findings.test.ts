import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { sendTrace } from "#tests/harness/data/send-trace.ts";
import { signedIn } from "#tests/harness/people/signed-in.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

let spoor: Spoor;
let project: TestProject;
let page: (path: string) => Promise<string>;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  project = await makeProject(spoor, "shop");
  const get = await signedIn(spoor);
  page = async (path) => (await get(path)).text();
});
afterAll(() => spoor?.remove());

const route = "http.route=/shop/search http.request.method=GET";
const step = (kind: string, id: string) => `react_router.kind=${kind} react_router.route.id=${id}`;
/** A navigation of our library with a client loader: its request is separate from the others'. */
const navigation = (aloneMs: number, togetherMs: number) => `
  navigate /shop/search 0-70 @browser react_router.kind=navigation http.route=/shop/search
    GET 1-40 client
      GET /shop/search 5-${5 + aloneMs} @shop server ${route}
        middleware 5-${5 + aloneMs * 0.8} ${step("middleware", "routes/shop")}
    GET 1-60 @browser client
      GET /shop/search 10-${10 + togetherMs} @shop server ${route}
        loader 11-${9 + togetherMs} ${step("loader", "routes/shop")}`;

type Data = { routes: { id: number; route: string; kind: string; count: number }[] };
type Found = {
  medianMs: number;
  advice: string;
  looked: { sampled: number; at: number; requests: number };
};

test("every request of a route in a trace counts as a sample", async () => {
  for (const [alone, together] of [
    [1.3, 22.6],
    [2.6, 21.3],
    [5.8, 21.8],
  ] as const)
    await sendTrace(spoor, project, navigation(alone, together));
  const read = async <Json>(path: string) => (await (await project.get(path)).json()) as Json;
  const routeOf = async () =>
    (await read<Data>("/routes.json?kind=server")).routes.find(({ kind }) => kind === "server");
  await expect.poll(routeOf).toMatchObject({ route: "/shop/search", count: 6 });
  const { id } = (await routeOf())!;
  const looked = { sampled: 3, at: 3, requests: 6 };
  await expect.poll(() => read<Found>(`/routes/${id}/findings.json`)).toMatchObject({ looked });
  const found = await read<Found>(`/routes/${id}/findings.json`);
  expect(found.medianMs).toBeCloseTo(5.8, 3);
  expect(found.advice).toMatch(/^\d+% of the time is in loader routes\/shop/);
  await expect
    .poll(() => page(`/shop/routes/${id}`))
    .toContain("Based on 6 requests of 3 sampled traces.");
});
