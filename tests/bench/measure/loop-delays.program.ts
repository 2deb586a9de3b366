// Loaded into the measured program (`--import`): records timer delays of its main thread, which
// serves pages.
import { appendFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const everyMs = 10;
const linesAtOnce = 50;
const path = process.env.SPOOR_BENCH_DELAYS;

if (isMainThread && path) sample(path, []);

function sample(file: string, lines: string[]): void {
  const due = performance.now() + everyMs;
  setTimeout(() => {
    const now = performance.now();
    lines.push(
      `${Math.round(performance.timeOrigin + now)} ${Math.max(0, now - due).toFixed(2)}\n`,
    );
    if (lines.length === linesAtOnce) appendFileSync(file, lines.splice(0).join(""));
    sample(file, lines);
  }, everyMs).unref();
}
