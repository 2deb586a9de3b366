import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Without React Router's plugin: it would turn route modules into what the bundler wants, not what tests import.
const root = fileURLToPath(new URL("..", import.meta.url));

export default defineConfig({
  root,
  test: {
    // Left to itself vitest runs one file at a time on two cores. Measured there: unit 34 → 21 s, http 324 → 190 s.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        root,
        test: {
          name: "unit",
          include: [
            "app/**/*.test.{ts,tsx}",
            "server/**/*.test.ts",
            "tests/architecture.test.ts",
            "tests/bench/**/*.test.ts",
            "tests/fuzz/**/*.test.ts",
          ],
          testTimeout: 20_000,
        },
      },
      { root, test: { name: "storage", include: ["tests/storage/**/*.test.ts"], testTimeout: 30_000 } },
      { root, test: { name: "http", include: ["tests/http/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 120_000 } },
      {
        root,
        test: { name: "clients", include: ["tests/clients/**/*.test.ts"], testTimeout: 90_000, hookTimeout: 120_000 },
      },
    ],
  },
});
