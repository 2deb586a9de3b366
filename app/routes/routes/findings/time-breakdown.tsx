import { LoaderTable } from "./loader-table.tsx";
import type { ShownFindings } from "./shown-findings.ts";
import { WaitTable } from "./wait-table.tsx";

/** The calls that requests spend their time on. Each line leads to a typical trace. */
export function TimeBreakdown({ findings: { waits } }: { findings: ShownFindings }) {
  if (waits.length === 0) return null;
  return (
    <section className="part" id="breakdown">
      <h2>Time breakdown</h2>
      <WaitTable waits={waits} />
    </section>
  );
}

/** The same by loader, action, and middleware. */
export function Loaders({ findings: { loaders } }: { findings: ShownFindings }) {
  if (loaders.length === 0) return null;
  return (
    <section className="part" id="loaders">
      <h2>Loaders</h2>
      <LoaderTable loaders={loaders} />
    </section>
  );
}
