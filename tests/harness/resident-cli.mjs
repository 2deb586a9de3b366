import { pathToFileURL } from "node:url";
import { cli } from "./program.js";

// The compiled command line in a process that stays, a command at a message: to load it takes longer than what it does
// (measured: 0.5 s of a processor at each start, a few milliseconds without it).
const program = pathToFileURL(cli);
let before = Promise.resolve();

process.on("message", ({ id, words }) => {
  before = before.then(async () => process.send({ id, ...(await perform(words, id)) }));
});

/** As a process of its own would, whose output is read. */
async function perform(words, id) {
  const said = { stdout: "", stderr: "" };
  const real = { stdout: process.stdout.write, stderr: process.stderr.write };
  for (const name of Object.keys(said)) process[name].write = (text) => ((said[name] += text), true);
  process.argv = [process.execPath, cli, ...words];
  process.exitCode = 0;
  try {
    // By another name it is another module, and runs again; what it is made of is loaded already.
    await import(`${program.href}?${id}`);
    return { ...said, code: process.exitCode };
  } finally {
    for (const name of Object.keys(said)) process[name].write = real[name];
    process.exitCode = 0;
  }
}
