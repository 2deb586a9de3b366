/**
 * Why a backup cannot be used, in a sentence for people. A file from elsewhere is expected to be
 * wrong; see `isFault`.
 */
export class BackupFault extends Error {
  readonly code = "backup-fault";
}

export function isFault(error: unknown): error is BackupFault {
  return error instanceof Error && (error as { code?: unknown }).code === "backup-fault";
}
