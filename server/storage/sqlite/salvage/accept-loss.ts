import { join } from "node:path";
import { connect, telemetryFolder } from "../connections.ts";
import { setAsideFiles } from "../damaged-days.ts";
import type { Day } from "../day-file.ts";
import { headerOf } from "../day-header.ts";
import { prepare } from "../statement.ts";
import { renameSalvaged } from "./salvage-day.ts";

const forgetMissing = "DELETE FROM telemetry_files WHERE day = ? AND id IS NOT ?";

/**
 * Stops reporting the day's losses: its missing files, and damaged ones, which are kept next to it
 * as after a salvage. Returns the number. The caller holds the folder's lock.
 */
export function acceptLoss(folder: string, day: Day): number {
  const telemetry = telemetryFolder(folder);
  const damaged = setAsideFiles(telemetry).flatMap((file) => (file.day === day ? [file.name] : []));
  const { reader, writer } = connect(folder, 8_000);
  try {
    const present = headerOf(join(telemetry, `${day}.db`))?.id ?? null;
    const forgotten = prepare(writer, forgetMissing).run(day, present);
    renameSalvaged(telemetry, damaged);
    return Math.max(forgotten, damaged.length);
  } finally {
    for (const connection of new Set([reader, writer])) connection.close();
  }
}
