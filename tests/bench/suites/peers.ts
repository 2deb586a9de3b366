import { pause } from "#tests/harness/spoor.ts";
import { figure, type Figure } from "../figure.ts";
import { floorIs } from "../floor-is.ts";
import { installElsewhere } from "../peers/install.ts";
import { errsole, type Peer, spotlight } from "../peers/peer.ts";
import type { Bench, Suite } from "../suite.ts";
import { countEvents, floodIssues, sendEvents } from "./flood.ts";

/** As many as BUDGETS.md names for errsole. */
const killedAfter = 500;

/** Similar npm tools receive the same envelopes in turn with ours; then each is killed. */
export const peers: Suite = async (bench) => {
  const installed = await installElsewhere("peers", {
    dependencies: {
      "@spotlightjs/spotlight": "4.11.8",
      errsole: "2.18.2",
      "errsole-sqlite": "3.0.3",
    },
    // Spotlight answers every envelope with 500 on a newer version.
    overrides: { hono: "4.12.21" },
    built: ["sqlite3"],
  });
  const ours = await lostAtKill(bench, spoorPeer(bench));
  const lost = figure({
    name: lostNames[0],
    unit: "events",
    values: [ours],
    budget: { of: "value", atMost: 0 },
  });
  if ("why" in installed) {
    bench.leaveOut(installed.why, ...lostNames.slice(1), ...rateNames);
    return [lost];
  }
  const others = [spotlight(installed.folder), errsole(installed.folder)];
  const rates = await contest(bench, [spoorPeer(bench), ...others]);
  const theirs: Figure[] = [];
  for (const [i, peer] of others.entries()) {
    theirs.push(
      figure({ name: lostNames[i + 1]!, unit: "events", values: [await lostAtKill(bench, peer)] }),
    );
  }
  const against = (i: 1 | 2, atLeast: number) => ({
    name: rateNames[i - 1]!,
    unit: "/s",
    values: rates[0]!,
    floors: rates[i]!,
    budget: { of: "ratio", atLeast } as const,
    floorIs: [floorIs.spotlight, floorIs.errsole][i - 1]!,
  });
  return [figure(against(1, 5)), figure(against(2, 2)), lost, ...theirs];
};

const rateNames = [
  "events accepted, against @spotlightjs/spotlight",
  "events accepted, against errsole",
] as const;
const lostNames = [
  "events acknowledged and lost at kill -9",
  "events acknowledged and lost at kill -9, @spotlightjs/spotlight",
  "events acknowledged and lost at kill -9, errsole",
] as const;

export const peerFigures = [...rateNames, ...lostNames];

/** Events per second answered with 200, by round; the first round is warm-up. */
async function contest(bench: Bench, contestants: Peer[]): Promise<number[][]> {
  const rates: number[][] = contestants.map(() => []);
  const running = await Promise.all(contestants.map((peer) => peer.start()));
  for (let round = -1; round < bench.rounds; round++) {
    for (const [i, program] of running.entries()) {
      const seconds = round < 0 ? 1 : bench.seconds.other;
      const job = { encoding: "gzip", issueCount: floodIssues, seconds } as const;
      const outcome = await sendEvents(program, program.path, bench.generator, job);
      if (round >= 0) rates[i]!.push((outcome.statuses["200"] ?? 0) / outcome.seconds);
    }
  }
  await Promise.all(running.map((program) => program.remove()));
  return rates;
}

/** Killed when the last event is acknowledged. */
async function lostAtKill(bench: Bench, peer: Peer): Promise<number> {
  const program = await peer.start();
  const job = {
    encoding: "plain",
    issueCount: floodIssues,
    seconds: 60,
    requestsMax: killedAfter,
  } as const;
  const outcome = await sendEvents(program, program.path, bench.generator, job);
  await program.kill();
  const kept = await program.countAfterRestart();
  await program.remove();
  return (outcome.statuses["200"] ?? 0) - kept;
}

function spoorPeer(bench: Bench): Peer {
  return {
    async start() {
      const spoor = await bench.startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } });
      const countAfterRestart = async () => {
        const again = await spoor.restart();
        const kept = await eventsAfterDigest(again);
        await again.stop();
        return kept;
      };
      return { ...spoor, path: spoor.envelopePath, countAfterRestart };
    },
  };
}

/** The count on pages once it stops growing. */
async function eventsAfterDigest(spoor: Parameters<typeof countEvents>[0]): Promise<number> {
  let [kept, before] = [await countEvents(spoor), -1];
  while (kept !== before || kept === 0) {
    before = kept;
    await pause(1_000);
    kept = await countEvents(spoor);
  }
  return kept;
}
