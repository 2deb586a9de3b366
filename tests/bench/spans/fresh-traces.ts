import type { Store } from "#server/storage/store.ts";
import { Chance } from "../load/chance.ts";
import { type NextRequest, postHead } from "../load/requests.ts";
import { runJob } from "../load/run-job.ts";
import { storedSpans, waitUntilStored } from "../measure/stored-spans.ts";
import type { BenchedSpoor } from "../programs/spoor.ts";
import { batchSpans, protobufOf, sampleBatch } from "./span-batch.ts";

/** A request of a hundred spans contains parts of nine traces. */
export const tracesPerRequest = 9;
const requestsAtOnce = 2_000;

/**
 * Unique spans as plain protobuf, generated while sending: suitable for filling, not for floods.
 */
export class FreshTraces {
  readonly #chance: Chance;
  /** One ID per sent request, oldest first. */
  readonly traceIds: string[] = [];

  constructor(seed: number) {
    this.#chance = new Chance(seed);
  }

  /**
   * Sends that many requests and waits until all spans are found; throws otherwise. `store` opens
   * the instance's data.
   */
  async send(spoor: BenchedSpoor, store: Store, requests: number): Promise<void> {
    const target = { port: spoor.port, path: spoor.tracesPath };
    const what = { kind: "spans", encoding: "plain", format: "protobuf" } as const;
    const next = this.#requests(postHead(target, "plain", "application/x-protobuf"));
    const before = await storedSpans(store, spoor);
    // In parts, so that no queue limit refuses any.
    for (let sent = 0; sent < requests;) {
      const requestsMax = Math.min(requestsAtOnce, requests - sent);
      const { statuses } = await runJob(
        { target, what, connections: 16, seconds: 600, requestsMax },
        next,
      );
      sent += requestsMax;
      const kept = (await waitUntilStored(store, spoor, before + sent * batchSpans)) - before;
      if (kept !== sent * batchSpans)
        throw new Error(`Of ${sent} requests ${kept} spans are kept: ${JSON.stringify(statuses)}`);
    }
  }

  #requests(head: string): NextRequest {
    return (into) => {
      const batch = sampleBatch(this.#chance, Date.now());
      this.traceIds.push(batch[0]!.traceId.toString("hex"));
      const body = protobufOf(batch, this.#chance);
      const headLength = into.write(`${head}Content-Length: ${body.length}\r\n\r\n`, "latin1");
      return into.subarray(0, headLength + body.copy(into, headLength));
    };
  }
}

export const spread = <Each>(list: Each[], count: number): Each[] =>
  Array.from({ length: count }, (_, i) => list[Math.floor((i * (list.length - 1)) / (count - 1))]!);
