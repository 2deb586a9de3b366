/** CPU time of this thread in milliseconds, independent of other load. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
