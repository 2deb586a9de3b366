import { figure } from "../figure.ts";
import { bytesPerStoredEvent } from "../measure/stored-events.ts";
import type { Suite } from "../suite.ts";
import { flood } from "./flood.ts";

/**
 * Size of an event among neighbors of the same issue: the digest sorts batches by issue before
 * packing.
 */
export const eventDisk: Suite = async ({ startSpoor, emptyBytes, amount, generator }) => {
  const spoor = await startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } });
  const requestsMax = amount({ whole: 30_000, quick: 2_000 });
  await flood(spoor, generator, { encoding: "gzip", issueCount: 1, seconds: 60, requestsMax });
  await spoor.stop();
  const bytes = await bytesPerStoredEvent(spoor.dataFolder, await emptyBytes());
  await spoor.remove();
  const name = "on disk, an event of 25 kB of JSON, packed by issue";
  const size = `${requestsMax.toLocaleString("en")} events`;
  return [
    figure({ name, size, unit: "bytes", values: [bytes], budget: { of: "value", atMost: 2000 } }),
  ];
};
