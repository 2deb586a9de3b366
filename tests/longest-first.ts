import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The slowest files, slowest first. A fresh checkout has no durations, and vitest then starts with
 * the largest files: the contract on a cluster (35 lines, three minutes) started last and ran alone
 * on one idle processor.
 */
const longest = [
  "tests/storage/citus",
  "tests/storage/postgres",
  "tests/storage/sqlite",
  "tests/http/attacks/hostile-requests",
  "tests/http/attacks/xss",
  "tests/http/pages/sample-data",
  "tests/http/backup/salvage",
  "tests/http/backup/replay",
  "tests/http/process/durability",
  "tests/http/ingest/client-limits",
  "tests/http/postgres/failover",
  "tests/clients/real-apps",
  "tests/clients/vitals",
  "tests/clients/other-app",
  // These mostly wait, which the linter uses if they start first.
  "server/digest/queue/queue",
  "server/threads/read-threads",
].map((name) => `/${name}.test.ts`);

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((path) => moduleId.endsWith(path));
      return at === -1 ? longest.length : at;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer of vitest, not an array
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
