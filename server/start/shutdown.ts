/**
 * What ends the server, and how: one per process, made before anything is loaded, so that no signal
 * is missed.
 */
export type Shutdown = {
  /** Aborted as soon as the process is asked to end. */
  asked: AbortSignal;
  /**
   * Runs `close` when the process is asked to end, at once where that has happened; its result is
   * the exit code.
   */
  whenAsked(close: () => Promise<number>): void;
  /** Asks the process to end, as a signal does. */
  ask(): void;
};

type ShutdownDeps = {
  exit: (code: number) => void;
  say: (sentence: string) => void;
  now: () => number;
};

/**
 * npm and terminals send the signal that the whole group received once more, and systemd sends it
 * to each process of a service: within this time several signals are one.
 */
const sameRequestMs = 1_000;

/**
 * A start that does not come to its end is left: its port is closed, so nothing was acknowledged.
 */
const startMs = 8_000;

/**
 * Longer than each step of the close may take: 10 s for requests, 2 for own spans, 10 for what
 * waits.
 */
const closeMs = 30_000;

export function createShutdown({ exit, say, now }: ShutdownDeps): Shutdown {
  const controller = new AbortController();
  let askedAt: number | undefined;
  let close: (() => Promise<number>) | undefined;

  function ask(): void {
    if (askedAt !== undefined) return askAgain(askedAt);
    askedAt = now();
    controller.abort();
    if (close) return run(close);
    setTimeout(() => close ?? exit(0), startMs).unref();
  }

  function askAgain(before: number): void {
    if (now() - before < sameRequestMs) return;
    say("Received a second signal: exited immediately. Accepted events are safe.");
    exit(1);
  }

  function run(closing: () => Promise<number>): void {
    setTimeout(() => {
      say(`Shutdown did not finish within ${closeMs / 1000} s: exited. Accepted events are safe.`);
      exit(1);
    }, closeMs).unref();
    closing().then(exit, (error: unknown) => {
      say(`Shutdown failed: ${error instanceof Error ? error.message : String(error)}`);
      exit(1);
    });
  }

  return {
    asked: controller.signal,
    ask,
    whenAsked(closing) {
      close = closing;
      if (askedAt !== undefined) run(closing);
    },
  };
}

/**
 * Exit code 0 after a clean end: systemd, Docker (`on-failure`) and npm take it for success; 143
 * only systemd would have to be told.
 */
export function shutdownOnSignals(): Shutdown {
  const say = (sentence: string) => void process.stderr.write(`spoor: ${sentence}\n`);
  const shutdown = createShutdown({
    exit: (code) => process.exit(code),
    say,
    now: () => performance.now(),
  });
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, shutdown.ask);
  return shutdown;
}
