import { percentile } from "../figure.ts";
import { Connection } from "./connection.ts";
import type { Job, Outcome } from "./job.ts";
import { type NextRequest, requestBytesMax } from "./requests.ts";

/** Sends until the time or count is reached, waits for open requests, and reports the result. */
export async function runJob(job: Job, next: NextRequest): Promise<Outcome> {
  const cpu = process.cpuUsage();
  const run = new Run(job, next);
  await run.finished();
  const seconds = run.elapsedMs() / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { ...run.outcome(), seconds, cpuShare: (user + system) / 1e6 / seconds };
}

type Line = { connection: Connection; buffer: Buffer };

class Run {
  readonly #job: Job;
  readonly #next: NextRequest;
  readonly #startedAt = performance.now();
  readonly #latenciesMs: number[] = [];
  readonly #statuses: Outcome["statuses"] = {};
  readonly #idle: Line[];
  #sent = 0;
  #endedAt = 0;

  constructor(job: Job, next: NextRequest) {
    this.#job = job;
    this.#next = next;
    this.#idle = Array.from({ length: job.connections }, () => {
      return { connection: new Connection(job.target.port), buffer: Buffer.alloc(requestBytesMax) };
    });
  }

  elapsedMs = () => (this.#endedAt || performance.now()) - this.#startedAt;

  /** Paced runs check every millisecond for due requests; others send on each response. */
  finished(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setInterval(() => {
        this.#sendDue();
        if (this.#mayStart() || this.#idle.length < this.#job.connections) return;
        clearInterval(timer);
        for (const { connection } of this.#idle) connection.close();
        resolve();
      }, 1);
      this.#sendDue();
    });
  }

  outcome(): Pick<Outcome, "statuses" | "p50Ms" | "p99Ms" | "slowestMs"> {
    const of = (percent: number) => percentile(this.#latenciesMs, percent);
    return { statuses: this.#statuses, p50Ms: of(50), p99Ms: of(99), slowestMs: of(100) };
  }

  #mayStart(): boolean {
    const { seconds, requestsMax = Infinity } = this.#job;
    return this.#sent < requestsMax && performance.now() - this.#startedAt < seconds * 1000;
  }

  #sendDue(): void {
    const { perSecond } = this.#job;
    while (this.#idle.length > 0 && this.#mayStart()) {
      const now = performance.now();
      const due = perSecond === undefined ? now : this.#startedAt + (this.#sent * 1000) / perSecond;
      if (due > now) return;
      this.#send(this.#idle.pop()!, this.#job.latencyFrom === "sent" ? now : due);
    }
  }

  #send(line: Line, dueAt: number): void {
    this.#sent += 1;
    line.connection.send(this.#next(line.buffer), (status) => {
      this.#endedAt = performance.now();
      this.#latenciesMs.push(this.#endedAt - dueAt);
      this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
      if (status === 0) line.connection = new Connection(this.#job.target.port);
      this.#idle.push(line);
      this.#sendDue();
    });
  }
}
