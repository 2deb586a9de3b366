import { LoaderTable } from "./loader-table.tsx";
import { Slowest } from "./slowest.tsx";
import { RepeatTable, SerialTable } from "./saving-tables.tsx";
import type { ShownFindings } from "./shown-findings.ts";
import { WaitTable } from "./wait-table.tsx";

/** What to do about a route: the sentence first, then what it rests on. */
export function Findings({ findings, now }: { findings: ShownFindings; now: number }) {
  const { advice, basis, loaders, waits, serial, repeats, slowest } = findings;
  return (
    <section className="part findings" id="findings" aria-labelledby="findings-head">
      <h2 id="findings-head">What to do about it</h2>
      {advice === "" ? (
        <p>No trace of this route is kept in this time: there is nothing to look at.</p>
      ) : (
        <p className="advice">{advice}</p>
      )}
      <p className="meta">{basis} Each line leads to a trace that is typical of it.</p>
      {loaders.length > 0 && <LoaderTable loaders={loaders} />}
      {waits.length > 0 && <WaitTable waits={waits} />}
      {serial.length > 0 && <SerialTable runs={serial} />}
      {repeats.length > 0 && <RepeatTable repeats={repeats} />}
      {slowest.length > 0 && <Slowest slowest={slowest} now={now} />}
    </section>
  );
}
