/**
 * How the server stops: one per process, created before anything is loaded, so that no signal is
 * missed.
 */
export type Shutdown = {
  /** Aborted when the process is asked to exit. */
  asked: AbortSignal;
  /**
   * Runs `close` when the process is asked to exit, or immediately if it already was. Its result is
   * the exit code.
   */
  whenAsked(close: () => Promise<number>): void;
  /** Asks the process to exit, like a signal. */
  ask(): void;
};

type ShutdownDeps = {
  exit: (code: number) => void;
  say: (sentence: string) => void;
  now: () => number;
};

/**
 * npm and terminals forward a signal that the whole group received, and systemd sends it to each
 * process of a service: signals within this time count as one.
 */
const sameRequestMs = 1_000;

/** An unfinished start is aborted: its port is closed, so nothing was acknowledged. */
const startMs = 8_000;

/**
 * Longer than all steps of a shutdown: 10 s for requests, 2 s for own spans, 10 s for the queue.
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
 * Exit code 0 after a clean shutdown: systemd, Docker (`on-failure`), and npm treat it as success,
 * but 143 only systemd, if configured.
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
