import { expect, test } from "vitest";
import { drawSpans } from "#server/domain/trace/sample-spans.fixture.ts";
import { correctSkew } from "./skew.ts";
import { buildTree } from "./tree.ts";

test("a request with a wrong clock is centered in its call", () => {
  expect(
    corrected(`
      GET inventory 100-200 @shop client
        GET /stock 20-60 @inventory server
          SELECT 30-40`),
  ).toEqual(["GET inventory 0-100", "GET /stock 30-70 moved 110", "SELECT 40-50 moved 110"]);
});

test("a child within its parent or in the same process stays", () => {
  const asSent = ["GET inventory 0-100", "GET /stock 99.5-100.5", "SELECT 99-130"];
  expect(
    corrected(`
      GET inventory 0-100 @shop client
        GET /stock 99.5-100.5 @inventory server
          SELECT 99-130`),
  ).toEqual(asSent);
});

test("a child longer than its parent's wait starts with it", () => {
  const streamed = (from: number) => `
    GET inventory 50-100 @shop client
      GET /stream ${from}-${from + 200} @inventory server`;
  expect(corrected(streamed(60))).toEqual(["GET inventory 0-50", "GET /stream 10-210"]);
  expect(corrected(streamed(40))).toEqual(["GET inventory 0-50", "GET /stream 0-200 moved 10"]);
});

test("queued work may run long after it was enqueued, but not before", () => {
  const queued = (from: number) => `
    publish 100-110 @shop producer
      handle ${from}-${from + 5} @mailer consumer`;
  expect(corrected(queued(500))).toEqual(["publish 0-10", "handle 400-405"]);
  expect(corrected(queued(50))).toEqual(["publish 0-10", "handle 0-5 moved 50"]);
});

test("processes of a host share its clock; a remote parent separates replicas", () => {
  const late = (marks: string) => `
    call 0-100 @shop client resource:host.name=a
      serve 300-310 ${marks}`;
  expect(corrected(late("@inventory server resource:host.name=a"))[1]).toBe("serve 300-310");
  expect(corrected(late("@inventory server resource:host.name=b"))[1]).toBe(
    "serve 45-55 moved -255",
  );
  const [call, serve] = drawSpans("call 0-100 @shop client\n  serve 300-310 @shop server");
  expect(
    correctSkew(buildTree([call!, { ...serve!, parentIsRemote: true }])).nodes[1]!.shiftedMs,
  ).toBe(-255);
  expect(correctSkew(buildTree([call!, serve!])).nodes[1]!.shiftedMs).toBe(0);
});

test("a call back to the first process keeps its time", () => {
  expect(
    corrected(`
      call 0-100 @shop client
        serve 1000-1080 @inventory server
          ask back 1010-1070 @inventory client
            answer 30-60 @shop server`),
  ).toEqual(["call 0-100", "serve 10-90 moved -990", "ask back 20-80 moved -990", "answer 30-60"]);
});

test("all calls into a clock move together", () => {
  const calls = (second: string) => `
      load 0-1000 @shop
        GET a 100-200 @shop client
          serve a 60-120 @inventory server
        GET b 500-900 @shop client
          serve b ${second} @inventory server`;
  // Alone, the second call could have been served at its stated time.
  expect(corrected(calls("510-560"))).toEqual([
    "load 0-1000",
    "GET a 100-200",
    "serve a 120-180 moved 60",
    "GET b 500-900",
    "serve b 570-620 moved 60",
  ]);
  expect(corrected(calls("480-800"))[4]).toBe("serve b 540-860 moved 60");
});

test("a response noticed late by the server does not indicate a wrong clock", () => {
  const served = (times: string) =>
    corrected(`
      POST a 0-400 @shop client
        serve a ${times} @inventory server`);
  expect(served("100-407")).toEqual(["POST a 0-400", "serve a 100-407"]);
  expect(served("100-440")).toEqual(["POST a 0-400", "serve a 30-370 moved -70"]);
});

test("queueing and network time do not indicate a wrong clock", () => {
  expect(
    corrected(`
      GET a 0-400 @shop client
        serve a 346-399 @inventory server
          SELECT 350-390`),
  ).toEqual(["GET a 0-400", "serve a 346-399", "SELECT 350-390"]);
});

function corrected(drawing: string): string[] {
  return correctSkew(buildTree(drawSpans(drawing))).nodes.map(
    ({ span, startMs, endMs, shiftedMs }) =>
      [`${span.name} ${startMs}-${endMs}`, ...(shiftedMs === 0 ? [] : [`moved ${shiftedMs}`])].join(
        " ",
      ),
  );
}
