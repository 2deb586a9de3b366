import { Link } from "react-router";
import { vitalText, vitalWords } from "#app/routes/vitals/vital-words.ts";
import { RatingShares, ratingSentence } from "#app/ui/chart/rating-shares.tsx";
import { Table } from "#app/ui/table.tsx";
import type { VitalFigures } from "#server/domain/vital/vital-figures.ts";
import type { VitalName } from "#server/domain/vital/vital.ts";
import { useLinks } from "./links.ts";
import type { ShownOverview } from "./shown-overview.ts";

const told: VitalName[] = ["lcp", "inp", "cls", "ttfb"];

const tones = { good: "good", "needs-improvement": "warn", poor: "bad" } as const;

/** Core web vitals at p75, compared with the previous period, and ratings of page loads. */
export function VitalsPart({ project, shown }: { project: string; shown: ShownOverview }) {
  const links = useLinks(project);
  const { now, before } = shown.vitals;
  const rows = told.flatMap((vital) => now[vital] ?? []);
  return (
    <section className="part">
      <header>
        <h2>Web vitals</h2>
        <Link to={links.vitals()}>View by page</Link>
      </header>
      <Table
        caption="Web vitals at p75, and page loads by rating"
        rows={rows}
        keyOf={({ vital }) => vital}
        columns={[
          {
            head: "Metric",
            cell: ({ vital }) => (
              <abbr title={vitalWords[vital].full}>{vitalWords[vital].short}</abbr>
            ),
          },
          {
            head: "p75",
            className: "number",
            cell: ({ vital, p75, rating }) => (
              <b className={tones[rating]}>{vitalText(vital, p75)}</b>
            ),
          },
          {
            head: "Before",
            className: "number soft",
            cell: ({ vital }) => beforeText(before[vital]),
          },
          {
            head: "Page loads by rating",
            cell: (figures) => (
              <>
                <RatingShares {...figures} />
                <span className="hidden">{ratingSentence(figures)}</span>
              </>
            ),
          },
        ]}
        empty={<p className="empty">No page loads were measured in this period.</p>}
      />
    </section>
  );
}

const beforeText = (figures: VitalFigures | undefined): string =>
  figures ? vitalText(figures.vital, figures.p75) : "–";
