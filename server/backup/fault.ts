/**
 * Why a backup can't be used, in a sentence for users. Faults in external files are expected; see
 * `isFault`.
 */
export class BackupFault extends Error {
  readonly code = "backup-fault";
}

export function isFault(error: unknown): error is BackupFault {
  return error instanceof Error && (error as { code?: unknown }).code === "backup-fault";
}
