import { expect, test } from "vitest";
import type { Frame } from "#server/domain/event/error-event.ts";
import { foldedSentence, type FrameRun, frameRuns, libraryOf } from "./frame-runs.ts";

const own = (name: string): Frame => ({ function: name, inApp: true });
const library = (name: string, file = "/app/node_modules/react-router/dist/data.js"): Frame => ({
  function: name,
  absPath: file,
  inApp: false,
});
const shape = (runs: FrameRun[]) =>
  runs.map((run) => (run.kind === "frame" ? run.frame.function : foldedSentence(run)));

test("runs of library frames collapse behind their first", () => {
  const frames = [
    own("loader"),
    library("call"),
    library("b"),
    library("c"),
    own("serve"),
    library("d"),
    library("e"),
  ];
  expect(shape(frameRuns(frames))).toEqual([
    "loader",
    "call",
    "2 more frames in react-router",
    "serve",
    "d",
    "e",
  ]);
});

test("a collapsed run names at most two libraries", () => {
  const from = (...names: string[]) =>
    shape(
      frameRuns([
        library("top"),
        ...names.map((name) => library("x", `/node_modules/${name}/i.js`)),
      ]),
    ).at(-1);
  expect(from("express", "@scope/router")).toBe("2 more frames in express, @scope/router");
  expect(from("a", "b", "c")).toBe("3 more frames in a, b and others");
  expect(shape(frameRuns([library("top"), library("x", "/x.js"), library("y", "/y.js")]))).toEqual([
    "top",
    "2 more frames",
  ]);
});

test("a frame's library is the innermost package of its path", () => {
  const of = (frame: Partial<Frame>) => libraryOf({ inApp: false, ...frame });
  expect(of({ absPath: "/app/node_modules/a/node_modules/@b/c/lib/x.js" })).toBe("@b/c");
  expect(of({ file: "node:internal/process/task_queues" })).toBe("node");
  expect(of({ absPath: "/usr/lib/python3/dist-packages/django/core/handlers.py" })).toBe("django");
  expect(of({ file: "chrome-extension://aapbd/inject.js", module: "inject" })).toBe(
    "browser extensions",
  );
  expect(of({ module: "flask.app", file: "flask/app.py" })).toBe("flask");
  expect(of({})).toBeUndefined();
});
