#!/usr/bin/env node
// `spoor …` of the package: its build is in the same folder, and it uses the machine's Node. Old
// versions only get an error message.
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
