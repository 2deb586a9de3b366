import type { TraceId } from "#server/domain/ids.ts";
import { chanceOf, chooseSamples, scoreOf } from "#server/domain/rollup/sample-choice.ts";
import { type SampleClass, samplesKept, type TraceSample } from "#server/domain/rollup/sample.ts";
import type { CountedSpan } from "#server/domain/trace/terms/trace-part.ts";
import type { Samples } from "./sample-memory.ts";

type Sampled = Pick<CountedSpan, "spanId" | "name">;
type Moment = Pick<TraceSample, "startedAt" | "durationMs" | "failed">;

/**
 * `floor` is the score of the worst that would be kept so far: what is below it need not be looked
 * at again.
 */
type Candidates = { floor: number; samples: TraceSample[] };

/** So many times what is kept are gathered before the best are chosen again. */
const gathered = 4;

/**
 * The best candidates for an operation's samples, of all that a batch brings. A flood of equal
 * requests offers thousands, so most must be turned down by one comparison.
 */
export class BestSamples {
  private readonly slow: Candidates;
  private readonly failed: Candidates;
  private readonly random: Candidates;

  /** `known` are as good as kept already: only what is better is taken. */
  constructor(known?: Samples) {
    this.slow = { floor: floorOf("slow", known), samples: [] };
    this.failed = { floor: floorOf("failed", known), samples: [] };
    this.random = { floor: floorOf("random", known), samples: [] };
  }

  offer(traceId: TraceId, span: Sampled, moment: Moment): void {
    if (moment.durationMs >= this.slow.floor) this.take("slow", traceId, span, moment);
    if (moment.failed && moment.startedAt >= this.failed.floor)
      this.take("failed", traceId, span, moment);
    const { random } = this;
    if (random.floor === -Infinity || -chanceOf(traceId) >= random.floor)
      this.take("random", traceId, span, moment);
  }

  hasAny(): boolean {
    return [this.slow, this.failed, this.random].some(({ samples }) => samples.length > 0);
  }

  best(): Samples {
    return {
      slow: chooseSamples("slow", this.slow.samples),
      failed: chooseSamples("failed", this.failed.samples),
      random: chooseSamples("random", this.random.samples),
    };
  }

  private take(
    sampleClass: SampleClass,
    traceId: TraceId,
    { spanId, name: { release } }: Sampled,
    moment: Moment,
  ): void {
    const candidates = this[sampleClass];
    candidates.samples.push({
      traceId,
      spanId,
      ...moment,
      ...(release !== undefined && { release }),
    });
    if (candidates.samples.length < gathered * samplesKept[sampleClass]) return;
    candidates.samples = chooseSamples(sampleClass, candidates.samples);
    candidates.floor = Math.max(
      candidates.floor,
      floorOf(sampleClass, { [sampleClass]: candidates.samples }),
    );
  }
}

/** The score of the last of as many as are kept. */
function floorOf(sampleClass: SampleClass, samples: Partial<Samples> | undefined): number {
  const worst = samples?.[sampleClass]?.[samplesKept[sampleClass] - 1];
  return worst ? scoreOf[sampleClass](worst) : -Infinity;
}
