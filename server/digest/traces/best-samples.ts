import type { TraceId } from "#server/domain/ids.ts";
import { chanceOf, chooseSamples, scoreOf } from "#server/domain/rollup/sample-choice.ts";
import { type SampleClass, samplesKept, type TraceSample } from "#server/domain/rollup/sample.ts";
import type { CountedSpan } from "#server/domain/trace/terms/trace-part.ts";
import type { Samples } from "./sample-memory.ts";

type Sampled = Pick<CountedSpan, "spanId" | "name">;
type Moment = Pick<TraceSample, "startedAt" | "durationMs" | "failed">;

/** `floor`: the score of the worst candidate that would be kept. Lower scores are skipped. */
type Candidates = { floor: number; samples: TraceSample[] };

/** This many times the number kept are collected before the best are selected again. */
const gathered = 4;

/**
 * The best candidates in a batch for an operation's samples. A flood of equal requests offers
 * thousands, so most must be rejected by one comparison.
 */
export class BestSamples {
  private readonly slow: Candidates;
  private readonly failed: Candidates;
  private readonly random: Candidates;

  /** `known`: samples already stored. Only better ones are added. */
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

/** The lowest score that is kept. */
function floorOf(sampleClass: SampleClass, samples: Partial<Samples> | undefined): number {
  const worst = samples?.[sampleClass]?.[samplesKept[sampleClass] - 1];
  return worst ? scoreOf[sampleClass](worst) : -Infinity;
}
