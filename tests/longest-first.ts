import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The slowest files, slowest first. A fresh checkout has no durations, and vitest then starts with
 * the largest files: the contract on a cluster (35 lines, three minutes) started last and ran alone
 * on one idle processor.
 */
const longest = [
  "storage/citus",
  "storage/postgres",
  "storage/sqlite",
  "http/hostile-requests",
  "http/attacks-xss",
  "http/sample-data",
  "http/salvage",
  "http/replay",
  "http/durability",
  "http/client-limits",
  "http/postgres-failover",
  "clients/real-apps",
  "clients/vitals",
  "clients/other-app",
].map((name) => `/tests/${name}.test.ts`);

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
