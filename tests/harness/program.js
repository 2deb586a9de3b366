import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The folder of the program under test. `npm test` unpacks the package that `npm run pack` makes, away from the checkout, so that all
 * tests talk to what strangers install; a single test takes the checkout with its build.
 */
export const programFolder = process.env.SPOOR_TEST_PACKAGE ?? fileURLToPath(new URL("../..", import.meta.url));

/** The compiled command line. */
export const cli = join(programFolder, "build/server/cli.js");
