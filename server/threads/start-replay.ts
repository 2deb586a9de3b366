import type { Piece } from "#server/digest/absorb.ts";
import { quarantine, quarantineFolder, quarantineFrom } from "#server/digest/spool/quarantine.ts";
import { createReplay, type Replay, replayFolder } from "#server/digest/spool/replay.ts";
import type { SpoolHole } from "#server/digest/spool/spool.ts";
import type { Troubles } from "#server/digest/intake/troubles.ts";
import { isKnownHere } from "#server/read/search/is-known-here.ts";
import type { Log } from "#server/telemetry/log.ts";
import type { Readers } from "#server/threads/reader-threads.ts";
import type { Store } from "#server/storage/store.ts";

type ReplayWiring = {
  dataFolder: string;
  store: Pick<Store, "projects">;
  readersOf: (folder: string) => Readers;
  absorb: (piece: Piece) => Promise<void>;
  troubles: Troubles;
  log: Log;
};

/** Keeps unreadable data of a folder of segments: the spool or a replay. */
export const setAsideIn = (dataFolder: string) => (spoolFolder: string) =>
  quarantineFrom({ spoolFolder, folder: quarantineFolder(dataFolder), now: Date.now });

/** For spool bytes that don't form a request. */
export const damageKept =
  (dataFolder: string, troubles: Troubles) =>
  ({ segment, lostBytes }: SpoolHole, bytes: Uint8Array): Promise<void> => {
    troubles.begin({ kind: "spool-damaged", segment, lostBytes });
    const facts = { at: Date.now(), reason: "It is damaged on disk." };
    return quarantine(quarantineFolder(dataFolder), bytes, facts);
  };

/** Requests from `spoor replay` are processed by the digesting thread alongside its queue. */
export function startReplay({
  dataFolder,
  store,
  readersOf,
  absorb,
  troubles,
  log,
}: ReplayWiring): Replay {
  return createReplay({
    folder: replayFolder(dataFolder),
    reading: readersOf,
    quarantine: setAsideIn(dataFolder),
    absorb,
    log,
    now: Date.now,
    mayTake: (head) => isKnownHere(head, store.projects),
    onRefused: (cause, error) => troubles.begin({ kind: "storing-failed", cause }, error),
    onStored: () => troubles.end("storing-failed"),
  });
}
