import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./longest-first.ts";

// Without React Router's plugin, which would transform route modules for the bundler.
const root = fileURLToPath(new URL("..", import.meta.url));

// As in Playwright's configuration: a CI run retries once, and `run.js` reports it.
const retry = process.env.CI ? 1 : 0;

// `expect.poll` gives up after a second by default, which a busy machine exceeds. A longer timeout
// costs nothing when the condition is met early.
const patient = { poll: { timeout: 20_000 } };

export default defineConfig({
  root,
  test: {
    // By default vitest runs one file at a time on two cores. Measured there: unit 34 → 21 s, http
    // 324 → 190 s.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        root,
        test: {
          name: "unit",
          include: [
            "app/**/*.test.{ts,tsx}",
            "server/**/*.test.ts",
            "tests/*.test.ts",
            "tests/bench/**/*.test.ts",
            "tests/fuzz/**/*.test.ts",
          ],
          exclude: ["**/*.fuzz.test.ts"],
          testTimeout: 30_000,
          expect: patient,
          retry,
          // Modules have no state, so files may share them and threads. Measured: 65 → 26 s of CPU.
          isolate: false,
          pool: "threads",
        },
      },
      {
        root,
        // Random and hostile input: a fifth of the CPU of all unit tests, so `npm run check` leaves
        // it to `npm test`.
        test: {
          name: "fuzz",
          include: ["server/**/*.fuzz.test.ts", "tests/fuzz/**/*.fuzz.test.ts"],
          testTimeout: 20_000,
          retry,
          isolate: false,
          pool: "threads",
        },
      },
      {
        root,
        test: {
          name: "storage",
          include: ["tests/storage/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: patient,
          retry,
        },
      },
      {
        root,
        test: {
          name: "http",
          include: ["tests/http/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: patient,
          retry,
        },
      },
      {
        root,
        test: {
          name: "clients",
          include: ["tests/clients/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: patient,
          retry,
        },
      },
    ],
  },
});
