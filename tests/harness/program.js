import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The folder of the program under test. `npm test` unpacks the package of `npm run pack` outside
 * the checkout, so that tests use what users install; a single test uses the checkout with its
 * build.
 */
export const programFolder =
  process.env.SPOOR_TEST_PACKAGE ?? fileURLToPath(new URL("../..", import.meta.url));

/** The compiled command line. */
export const cli = join(programFolder, "build/server/cli.js");
