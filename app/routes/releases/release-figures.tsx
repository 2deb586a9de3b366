import { ChangeMark, slower } from "#app/routes/routes/change-mark.tsx";
import { percentileText } from "#app/routes/routes/figure-text.ts";
import { counted, grouped, percent } from "#app/ui/count.ts";
import { Facts } from "#app/ui/facts.tsx";
import { crashFreeText } from "#server/domain/release/crash-free.ts";
import type { AdoptionMeasure } from "#server/release-services.ts";
import type { SessionCounts } from "#server/storage/release-store.ts";
import type { ShownEntry } from "./shown-entry.ts";

/** Who uses it, how well it holds, how fast it is. */
export function ReleaseFigures({ entry, measure }: { entry: ShownEntry; measure: AdoptionMeasure }) {
  const { adoption, sessions, p95, previous } = entry;
  return (
    <section className="part">
      <h2>Adoption and health</h2>
      <Facts
        facts={[
          [
            "Adoption",
            `${percent(adoption.part, adoption.whole)}, ${grouped(adoption.part)} of ${counted(adoption.whole, measure.slice(0, -1))}`,
          ],
          ...sessionFacts(sessions),
          [
            "p95 of its requests",
            p95 && (
              <>
                {percentileText(p95.ms)} <ChangeMark by={p95.by} words={slower} />
                {previous !== undefined && p95.by !== undefined && <span className="meta"> against {previous}</span>}
              </>
            ),
          ],
        ]}
      />
      {!sessions && (
        <p className="meta">
          No session of it was sent in this time, so nothing is known of crashes. Sentry's browser and server SDKs send
          sessions by themselves once they are given a <code>release</code>.
        </p>
      )}
    </section>
  );
}

function sessionFacts(counts: SessionCounts | undefined): [string, string | false][] {
  if (!counts) return [];
  const { sessions, crashed, errored, abnormal, users, crashedUsers } = counts;
  const crashFree = (bad: number, all: number) =>
    `${crashFreeText(bad, all)}, ${grouped(bad)} of ${grouped(all)} crashed`;
  return [
    ["Crash-free sessions", crashFree(crashed, sessions)],
    ["Crash-free people", users > 0 && crashFree(crashedUsers, users)],
    ["Sessions with errors", `${percent(errored, sessions)}, ${grouped(errored)}`],
    ["Ended abnormally", abnormal > 0 && grouped(abnormal)],
  ];
}
