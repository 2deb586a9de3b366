import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { countWaiting, type Processes, watchLauncher } from "./watch-launcher.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/**
 * This process's ancestors, nearest first: the `shells` among them run one command for their
 * parent.
 */
function chain(pids: number[], shells: number[] = []): Processes {
  const parentOf = (pid: number) => pids[pids.indexOf(pid) + 1] ?? 1;
  return { parent: () => pids[0]!, parentOf, isShell: (pid) => shells.includes(pid) };
}

const npmStart = {
  npm_lifecycle_event: "start",
  npm_lifecycle_script: "exec node server/start/start.js",
};
const npx = { npm_lifecycle_event: "npx", npm_lifecycle_script: "'spoor'" };

test.each([
  { name: "by a service or by hand", environment: {}, pids: [50], waiting: 0 },
  { name: "by npm start", environment: npmStart, pids: [50, 9], waiting: 1 },
  {
    name: "by npx, through its shell",
    environment: npx,
    pids: [50, 40, 9],
    shells: [50],
    waiting: 2,
  },
  { name: "by the launcher", environment: { SPOOR_LAUNCHER_PID: "50" }, pids: [50, 9], waiting: 1 },
  {
    name: "by the launcher of npm",
    environment: { ...npmStart, SPOOR_LAUNCHER_PID: "50" },
    pids: [50, 40],
    waiting: 2,
  },
  {
    name: "by a launcher long gone",
    environment: { SPOOR_LAUNCHER_PID: "70" },
    pids: [50],
    waiting: 0,
  },
  {
    name: "by a script that puts it in the background",
    environment: {
      npm_lifecycle_event: "start",
      npm_lifecycle_script: "nohup spoor serve > log &",
    },
    pids: [50],
    waiting: 0,
  },
  {
    name: "below a script of another package",
    environment: { npm_lifecycle_event: "start", npm_lifecycle_script: "node app.js" },
    pids: [50],
    waiting: 0,
  },
])(
  "counts the programs waiting for a server started $name",
  ({ environment, pids, shells, waiting }) => {
    expect(countWaiting(environment, chain(pids, shells))).toBe(waiting);
  },
);

test("reports once when one of them exits", () => {
  const onGone = vi.fn();
  let pids = [50, 40, 9];
  const processes: Processes = {
    parent: () => pids[0]!,
    parentOf: (pid) => pids[pids.indexOf(pid) + 1] ?? 1,
    isShell: (pid) => pid === 50,
  };
  watchLauncher(npx, processes, onGone);
  vi.advanceTimersByTime(10_000);
  pids = [50, 40, 1];
  vi.advanceTimersByTime(10_000);
  expect(onGone).not.toHaveBeenCalled();
  pids = [50, 1];
  vi.advanceTimersByTime(10_000);
  expect(onGone).toHaveBeenCalledOnce();
});
