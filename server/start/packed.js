#!/usr/bin/env node
// `spoor …` of the package: its build is beside it, and Node is the machine's own. Old ones get as
// far as the sentence.
import { asksToServe, endOnSignals, isTooOld, oldestMajor, runBuild } from "./run-build.js";

const words = process.argv.slice(2);

if (isTooOld) {
  process.stderr.write(
    `Spoor requires Node ${oldestMajor} or newer; this is ${process.version}. Install it from https://nodejs.org, or with nvm, fnm, or mise.\n`,
  );
  process.exitCode = 1;
} else {
  if (asksToServe(words)) endOnSignals();
  process.exitCode = await runBuild(words);
}
