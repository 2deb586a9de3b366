import { figure } from "../figure.ts";
import { keptBytes } from "../measure/kept-bytes.ts";
import { bytesEachStored } from "../measure/stored-events.ts";
import { startSpoor } from "../programs/spoor.ts";
import type { Suite } from "../suite.ts";
import { flood } from "./flood.ts";

/** What an event takes where its neighbours are of the same issue: the digest sorts each batch by issue before it packs. */
export const eventDisk: Suite = async ({ isWhole, generator }) => {
  const empty = await startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } });
  await empty.stop();
  const before = await keptBytes(empty.dataFolder);
  const spoor = await empty.restart();
  const requestsMax = isWhole ? 30_000 : 3_000;
  await flood(spoor, generator, { encoding: "gzip", issueCount: 1, seconds: 60, requestsMax });
  await spoor.stop();
  const bytes = await bytesEachStored(spoor.dataFolder, before);
  await spoor.remove();
  const name = "on disk, an event of 25 kB of JSON, packed by issue";
  return [figure({ name, unit: "bytes", values: [bytes], budget: { of: "value", atMost: 2000 } })];
};
