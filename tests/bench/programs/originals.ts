import type { Generator } from "../load/generate.ts";
import { storedSize } from "../measure/stored-size.ts";
import { flood } from "../suites/flood.ts";
import { type BenchedSpoor, type BenchedSpoorOptions, startNewSpoor } from "./spoor.ts";

/**
 * Data folders created once per run on first use: setting one up takes longer than many
 * measurements.
 */
export type Originals = {
  /** An instance with an empty project on its own copy. */
  startSpoor(options?: BenchedSpoorOptions): Promise<BenchedSpoor>;
  /** Likewise with sixty issues, more than the fifty rows of a page. */
  startFilled(options?: BenchedSpoorOptions): Promise<BenchedSpoor>;
  /** Size of a folder before anything was sent, which is subtracted in short runs. */
  emptyBytes(): Promise<number>;
};

const issueCount = 60;

/** Its own traces would count in the load. */
const untraced = { environment: { OTEL_SDK_DISABLED: "true" } };

export function makeOriginals(generator: () => Generator): Originals & { remove(): Promise<void> } {
  const empty = onceMade(() => stopped(startNewSpoor(untraced)));
  const filled = onceMade(async () => {
    const spoor = await (await empty.get()).copy(untraced);
    await flood(spoor, generator(), {
      encoding: "gzip",
      issueCount,
      seconds: 60,
      requestsMax: 20 * issueCount,
    });
    return stopped(Promise.resolve(spoor));
  });
  return {
    startSpoor: async (options) => (await empty.get()).copy(options),
    startFilled: async (options) => (await filled.get()).copy(options),
    emptyBytes: async () => storedSize((await empty.get()).dataFolder),
    remove: async () => void (await Promise.all([empty.remove(), filled.remove()])),
  };
}

/** After a failure the next suite tries again. */
function onceMade(make: () => Promise<BenchedSpoor>) {
  let made: BenchedSpoor | undefined;
  return { get: async () => (made ??= await make()), remove: async () => made?.remove() };
}

async function stopped(starting: Promise<BenchedSpoor>): Promise<BenchedSpoor> {
  const spoor = await starting;
  await spoor.stop();
  return spoor;
}
