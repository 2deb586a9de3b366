import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import type { Store } from "#server/storage/store.ts";
import { keptBytes } from "../measure/kept-bytes.ts";
import type { Originals } from "./originals.ts";
import type { BenchedSpoor } from "./spoor.ts";

/** Where a Spoor under measurement keeps what it was sent. */
export type Engine = {
  /** As it runs now: after `bytes` it is another. */
  readonly spoor: BenchedSpoor;
  /** The same data, opened beside it, to see what has arrived. Closed before anything is measured. */
  openStore(): Promise<Store>;
  /** What they take there, once Spoor has ended and nothing is on its way; starts it again. */
  bytes(): Promise<number>;
  /** The same before anything was sent. */
  emptyBytes: number;
  /** Ends Spoor, too. */
  remove(): Promise<void>;
};

export type StartEngine = (originals: Originals) => Promise<Engine>;

/** Its own traces would be counted among the load's. */
export const untraced = { OTEL_SDK_DISABLED: "true" };

export const sqliteEngine: StartEngine = async ({ startSpoor, emptyBytes }) => {
  const first = await startSpoor({ environment: untraced });
  const { dataFolder } = first;
  const openStore = () => openSqliteStore(dataFolder);
  const end = async () => undefined;
  return engineOf(first, { openStore, bytes: () => keptBytes(dataFolder), end }, await emptyBytes());
};

/** The data folder of either build. */
type Keeper = { openStore(): Promise<Store>; bytes(): Promise<number>; end(): Promise<void> };

export function engineOf(first: BenchedSpoor, keeper: Keeper, emptyBytes: number): Engine {
  let spoor = first;
  return {
    get spoor() {
      return spoor;
    },
    openStore: keeper.openStore,
    emptyBytes,
    async bytes() {
      await spoor.stop();
      const bytes = await keeper.bytes();
      spoor = await spoor.restart();
      return bytes;
    },
    async remove() {
      await spoor.remove();
      await keeper.end();
    },
  };
}
