// Loaded into every thread of a server under test (NODE_OPTIONS=--import). Checks the files in
// SPOOR_FAULTS ten times per second: `clock` contains the clock's offset in milliseconds, and
// `die-NAME` ends the thread whose program is NAME.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";

const folder = process.env.SPOOR_FAULTS;
const name = basename(process.argv[1] ?? "").replace(/\.\w+$/, "");
const RealDate = Date;
let offsetMs = 0;

globalThis.Date = class extends RealDate {
  constructor(...words) {
    if (words.length > 0) super(...words);
    else super(RealDate.now() + offsetMs);
  }
  static now() {
    return RealDate.now() + offsetMs;
  }
};

function look() {
  const clock = join(folder, "clock");
  offsetMs = existsSync(clock) ? Number(readFileSync(clock, "utf8")) : 0;
  const order = join(folder, `die-${name}`);
  if (!existsSync(order)) return;
  rmSync(order, { force: true });
  throw new Error(`The thread ${name} was told to die.`);
}

setInterval(look, 100).unref();
look();
