import { statSync } from "node:fs";

/**
 * Changes from root to the owner of the data folder: that user's server couldn't open files created
 * by root. A new folder belongs to the current user. Does nothing on Windows, or if root may not
 * change users.
 */
export function actAsOwnerOf(folder: string): void {
  if (process.getuid?.() !== 0) return;
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (!owner || owner.uid === 0) return;
  try {
    process.setgroups!([]);
    process.setgid!(owner.gid);
    process.setuid!(owner.uid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error;
  }
}
