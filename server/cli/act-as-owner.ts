import { statSync } from "node:fs";

/**
 * Root becomes the user that owns the data folder: that user's server could not open what root
 * makes in it. A folder that does not exist yet is made by the user who runs the command. Nothing
 * changes on Windows, and where root may not become another user.
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
