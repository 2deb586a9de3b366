import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ProjectId } from "#server/domain/ids.ts";
import type { QuotaKind } from "#server/domain/project/quota.ts";
import type { SpoolCursor } from "#server/storage/digest/digest-store.ts";
import { writeWhole } from "#server/digest/spool/write-whole.ts";

export type QuotaUse = Record<QuotaKind, number>;

/**
 * The remaining state for a process that starts during a database outage. It changes with each
 * batch and is small.
 */
export type AdmissionState = {
  database: string;
  /** Everything before it is in the database, which may contain more, but never less. */
  cursor?: SpoolCursor;
  /** Quota used by projects on a UTC day. */
  quotas?: { day: number; used: [ProjectId, QuotaUse][] };
};

type AdmissionStateFile = {
  /** Undefined if missing or written for another database. */
  read(): Promise<AdmissionState | undefined>;
  /** Writes the fields that changed since the last write. */
  write(state: Omit<AdmissionState, "database">): Promise<void>;
};

export function admissionStateFile(folder: string, database: string): AdmissionStateFile {
  const path = join(folder, "admission.json");
  let written = "";
  return {
    async read() {
      const state = await readFile(path, "utf8").then(
        (text) => JSON.parse(text) as AdmissionState,
        () => undefined,
      );
      return state?.database === database ? state : undefined;
    },
    async write(state) {
      const text = JSON.stringify({ database, ...state });
      if (text === written) return;
      await writeWhole(path, [text]);
      written = text;
    },
  };
}
