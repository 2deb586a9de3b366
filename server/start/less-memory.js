/**
 * Settings that keep the server's memory small and only work at process start. Measured under
 * floods of events on Linux with glibc and one reader thread: 500 MiB without, 350 with all of
 * them, at the same processor time per event; when idle, 154 and 150.
 */
const environment = {
  // Each thread's own malloc arena retains freed memory that another thread could use.
  MALLOC_ARENA_MAX: "2",
  // By default, both grow with the largest freed block, up to 32 and 64 MiB: then nothing is
  // returned to the system. With the initial 128 KiB, page faults cost 10% more processor time per
  // event.
  MALLOC_MMAP_THRESHOLD_: String(1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(8 * 1024 * 1024),
};

const heap = [
  // Half of Node's limit. Pages create short-lived objects, and the bodies they reference are freed
  // with them.
  "--max-semi-space-size=8",
  // A 20 MiB heap is collected again after growing by 110%, not by 5%: by default, V8 collected
  // every 200 events, which took 1/6 of an event's processor time. With 150%, a flood takes 30 MiB
  // more, and events cost 2% less.
  "--heap-growing-percent=110",
  // V8 pretenures object types with many long-lived instances. For request objects, this retains
  // everything they reference until a full collection: occasionally, a reader thread entered this
  // state and retained 1/5 of all objects. Without pretenuring, spans cost 7% less (mean of four
  // floods each), plain events 9% (three each), and floods take 10 MiB less.
  "--no-allocation-site-pretenuring",
];

/**
 * Replaces this process with the program, with these settings, the same process ID and open files,
 * and without the launcher's memory. Settings by the operator take precedence. Returns on systems
 * without exec.
 * @param {string} program
 * @param {string[]} words
 */
export function becomeWithLessMemory(program, words) {
  if (process.platform !== "linux") return;
  const all = [process.execPath, ...heap, ...process.execArgv, program, ...words];
  process.execve?.(process.execPath, all, { ...environment, ...process.env });
}
