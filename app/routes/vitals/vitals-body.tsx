import { HowReached } from "#app/routes/routes/facts/how-reached.tsx";
import { momentLabel } from "#app/ui/chart/ticks.ts";
import { Pager } from "#app/ui/pager.tsx";
import { DevicesTable } from "./devices-table.tsx";
import { NoVitals } from "./no-vitals.tsx";
import type { Loaded } from "./page.tsx";
import { PagesTable } from "./pages-table.tsx";
import { SummaryTable } from "./summary-table.tsx";
import { VitalChart } from "./vital-chart.tsx";

/** The figures by vital, page, time and device. */
export function VitalsBody({ project, ...loaded }: Loaded & { project: string }) {
  const { route, figures, visits, since, chart, now } = loaded;
  return (
    <>
      {visits === 0 ? (
        <NoVitals project={project} />
      ) : (
        <>
          <p className="meta">{`Visits since ${momentLabel(since, now)} UTC. Rated by web.dev's thresholds at p75.`}</p>
          <SummaryTable figures={figures} shown={chart.vital} />
          {route === undefined && <Pages {...loaded} />}
          <VitalChart chart={chart} now={now} />
          <DevicesTable devices={loaded.devices} />
        </>
      )}
      <HowReached title="Page loads and navigations" {...loaded.reached} />
    </>
  );
}

function Pages({ pages, sort, next }: Loaded) {
  return (
    <section className="part">
      <h2>By page</h2>
      <PagesTable pages={pages} sort={sort} />
      <Pager next={next} label="Pages of web vitals" />
    </section>
  );
}
