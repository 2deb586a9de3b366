import { readFileSync } from "node:fs";

/** Set by `launch.js` if it remains the server's parent: its process ID. */
const launcherVariable = "SPOOR_LAUNCHER_PID";

/**
 * Commands that npm runs for `npm start` and `npx spoor serve`, in its versions. A script that puts
 * the server in the background differs.
 */
const foregroundScripts =
  /^(?:exec )?(?:node server\/start\/start\.js|'?spoor'?(?: ['"]?serve['"]?)?)$/;

const everyMs = 250;

/** Process information of the system; `parentOf` is 0 and `isShell` false if unknown. */
export type Processes = {
  parent: () => number;
  parentOf: (pid: number) => number;
  isShell: (pid: number) => boolean;
};

/**
 * Calls `onGone` when a program waiting for this server exited without a signal, such as npm after
 * `kill -9` or the shell of `npx` after SIGTERM: an orphan would keep the port. Not used for
 * servers started differently: services, `nohup`, a shell's `&`.
 */
export function watchLauncher(
  environment: NodeJS.ProcessEnv,
  processes: Processes,
  onGone: () => void,
): void {
  const count = countWaiting(environment, processes);
  if (count === 0) return;
  const before = ancestors(processes, count);
  const timer = setInterval(() => {
    if (ancestors(processes, count) === before) return;
    clearInterval(timer);
    onGone();
  }, everyMs).unref();
}

/**
 * How many of the nearest ancestors only wait for this server: the launcher, the shell of `npx`,
 * npm.
 */
export function countWaiting(
  environment: NodeJS.ProcessEnv,
  { parent, parentOf, isShell }: Processes,
): number {
  const launcher = Number(environment[launcherVariable] ?? 0);
  const { npm_lifecycle_event: event = "", npm_lifecycle_script: script = "" } = environment;
  const isOfNpm = /^(?:start|npx)$/.test(event) && foregroundScripts.test(script);
  if (!isOfNpm) return parent() === launcher ? 1 : 0;
  let count = 1;
  for (let pid = parent(); count < 4 && (pid === launcher || isShell(pid)); pid = parentOf(pid))
    count += 1;
  return count;
}

function ancestors({ parent, parentOf }: Processes, count: number): string {
  const pids = [parent()];
  while (pids.length < count) pids.push(parentOf(pids.at(-1)!));
  return pids.join(" ");
}

export const processes: Processes = {
  parent: () => process.ppid,
  // The name before the state may contain spaces and parentheses.
  parentOf: (pid) => Number(/\) \S+ (\d+) [^)]*$/.exec(readProcess(pid, "stat"))?.[1] ?? 0),
  isShell: (pid) =>
    /^(?:[^\0]*\/)?(?:ba|da|a|k|z)?sh\0(?:[^\0]+\0)?-c\0/.test(readProcess(pid, "cmdline")),
};

function readProcess(pid: number, file: "stat" | "cmdline"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
