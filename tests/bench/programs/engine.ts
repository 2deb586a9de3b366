import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import type { Store } from "#server/storage/store.ts";
import { storedSize } from "../measure/stored-size.ts";
import type { Originals } from "./originals.ts";
import type { BenchedSpoor } from "./spoor.ts";

/** The storage engine of a measured instance. */
export type Engine = {
  /** The current instance; `bytes` replaces it. */
  readonly spoor: BenchedSpoor;
  /** Opens the same data beside it to check arrivals. Closed before measurements. */
  openStore(): Promise<Store>;
  /** Stops the instance, returns the size of its idle data, and restarts it. */
  bytes(): Promise<number>;
  /** The size before anything was sent. */
  emptyBytes: number;
  /** Stops the instance too. */
  remove(): Promise<void>;
};

export type StartEngine = (originals: Originals) => Promise<Engine>;

/** Its own traces would count in the load. */
export const untraced = { OTEL_SDK_DISABLED: "true" };

export const sqliteEngine: StartEngine = async ({ startSpoor, emptyBytes }) => {
  const first = await startSpoor({ environment: untraced });
  const { dataFolder } = first;
  const openStore = () => openSqliteStore(dataFolder);
  const end = async () => undefined;
  return engineOf(
    first,
    { openStore, bytes: () => storedSize(dataFolder), end },
    await emptyBytes(),
  );
};

/** The data of either engine. */
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
