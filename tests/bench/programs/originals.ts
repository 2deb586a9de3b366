import type { Generator } from "../load/generate.ts";
import { keptBytes } from "../measure/kept-bytes.ts";
import { flood } from "../suites/flood.ts";
import { type BenchedSpoor, type BenchedSpoorOptions, startNewSpoor } from "./spoor.ts";

/** Data folders that are made once a run, when first needed: setting one up takes longer than many a measurement. */
export type Originals = {
  /** A Spoor with one project and nothing in it, on a copy of its own. */
  startSpoor(options?: BenchedSpoorOptions): Promise<BenchedSpoor>;
  /** The same with sixty issues: more than the fifty rows of a page, so that there is a second page. */
  startFilled(options?: BenchedSpoorOptions): Promise<BenchedSpoor>;
  /** What a folder keeps on disk before anything was sent: a short run is not to be charged with it. */
  emptyBytes(): Promise<number>;
};

const issueCount = 60;

/** Its own traces would be counted among the load's. */
const untraced = { environment: { OTEL_SDK_DISABLED: "true" } };

export function makeOriginals(generator: () => Generator): Originals & { remove(): Promise<void> } {
  const empty = onceMade(() => stopped(startNewSpoor(untraced)));
  const filled = onceMade(async () => {
    const spoor = await (await empty.get()).copy(untraced);
    await flood(spoor, generator(), { encoding: "gzip", issueCount, seconds: 60, requestsMax: 20 * issueCount });
    return stopped(Promise.resolve(spoor));
  });
  return {
    startSpoor: async (options) => (await empty.get()).copy(options),
    startFilled: async (options) => (await filled.get()).copy(options),
    emptyBytes: async () => keptBytes((await empty.get()).dataFolder),
    remove: async () => void (await Promise.all([empty.remove(), filled.remove()])),
  };
}

/** A failure is no reason not to try again for the next suite. */
function onceMade(make: () => Promise<BenchedSpoor>) {
  let made: BenchedSpoor | undefined;
  return { get: async () => (made ??= await make()), remove: async () => made?.remove() };
}

async function stopped(starting: Promise<BenchedSpoor>): Promise<BenchedSpoor> {
  const spoor = await starting;
  await spoor.stop();
  return spoor;
}
