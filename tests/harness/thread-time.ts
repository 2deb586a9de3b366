/** Processor time of this thread in milliseconds: what else runs on the machine does not count against a limit. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
