#!/usr/bin/env node
// `spoor …` of the package: its build is beside it, and Node is the machine's own. Old ones get as far as the sentence.
import { asksToServe, endOnSignals, runBuild } from "./run-build.js";

const oldestMajor = 24;
const words = process.argv.slice(2);

if (Number(process.versions.node.split(".", 1)[0]) >= oldestMajor) {
  if (asksToServe(words)) endOnSignals();
  process.exitCode = await runBuild(words);
} else {
  process.stderr.write(
    `Spoor needs Node ${oldestMajor} or newer, and this is ${process.version}. https://nodejs.org has it, and so do nvm, fnm, and mise.\n`,
  );
  process.exitCode = 1;
}
