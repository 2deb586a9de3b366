import { Link } from "react-router";
import { vitalText, vitalWords } from "#app/routes/vitals/vital-words.ts";
import { RatingShares, ratingSentence } from "#app/ui/chart/rating-shares.tsx";
import type { VitalFigures } from "#server/domain/vital/vital-figures.ts";
import type { VitalName } from "#server/domain/vital/vital.ts";
import { useLinks } from "./links.ts";
import type { ShownOverview } from "./shown-overview.ts";

const told: VitalName[] = ["lcp", "inp", "cls", "ttfb"];

const tones = { good: "good", "needs-improvement": "warn", poor: "bad" } as const;

/** The core web vitals at p75, beside the previous period, and how page loads were rated. */
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
      {rows.length === 0 ? (
        <p className="empty">No page loads were measured in this period.</p>
      ) : (
        <table className="ledger">
          <caption>Web vitals at p75, and page loads by rating</caption>
          <thead>
            <tr>
              <th scope="col">Metric</th>
              <th scope="col" className="number">
                p75
              </th>
              <th scope="col" className="number">
                Before
              </th>
              <th scope="col">Page loads by rating</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((figures) => (
              <Row key={figures.vital} figures={figures} before={before[figures.vital]} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Row({ figures, before }: { figures: VitalFigures; before: VitalFigures | undefined }) {
  const { vital, p75, rating } = figures;
  const { short, full } = vitalWords[vital];
  return (
    <tr>
      <th scope="row">
        <abbr title={full}>{short}</abbr>
      </th>
      <td className="number">
        <b className={tones[rating]}>{vitalText(vital, p75)}</b>
      </td>
      <td className="number meta">{before ? vitalText(vital, before.p75) : "–"}</td>
      <td>
        <RatingShares {...figures} />
        <span className="hidden">{ratingSentence(figures)}</span>
      </td>
    </tr>
  );
}
