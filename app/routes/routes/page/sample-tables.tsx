import { href, Link } from "react-router";
import { durationText } from "#app/ui/duration.ts";
import { Time } from "#app/ui/time.tsx";
import type { TraceSample } from "#server/domain/rollup/sample.ts";
import type { ShownRoute } from "./shown-route.ts";

type SamplesProps = { project: string; samples: ShownRoute["samples"]; search: string; now: number };

/** Traces to look at: kept for each route, release and hour, whatever else is sampled away. */
export function SampleTables({ project, samples, search, now }: SamplesProps) {
  const { slow, failed, random } = samples;
  return (
    <section className="part" id="samples">
      <h2>Traces</h2>
      <div className="sample-tables">
        <SampleTable {...{ project, search, now }} name="Slowest" samples={slow} />
        <SampleTable {...{ project, search, now }} name="Failed" samples={failed} />
        <SampleTable {...{ project, search, now }} name="By chance" samples={random} />
      </div>
    </section>
  );
}

type TableProps = { project: string; name: string; samples: TraceSample[]; search: string; now: number };

function SampleTable({ project, name, samples, search, now }: TableProps) {
  if (samples.length === 0) return <p className="meta">{`${name}: none`}</p>;
  return (
    <table className="ledger samples">
      <caption>{`Traces: ${name.toLowerCase()}`}</caption>
      <thead>
        <tr>
          <th scope="col">{name}</th>
          <th scope="col" className="number">
            Duration
          </th>
        </tr>
      </thead>
      <tbody>
        {samples.map(({ traceId, spanId, startedAt, durationMs, failed, release }) => (
          <tr key={traceId + spanId}>
            <th scope="row">
              <Link
                to={{
                  pathname: href("/:project/traces/:trace/spans/:span", { project, trace: traceId, span: spanId }),
                  search,
                }}
              >
                <code>{traceId.slice(0, 8)}</code>
              </Link>{" "}
              <span className="meta">
                <Time at={startedAt} now={now} short />
                {release && (
                  <>
                    {" · "}
                    <bdi>{release}</bdi>
                  </>
                )}
              </span>
              {failed && <span className="bad"> ✕ failed</span>}
            </th>
            <td className="number">{durationText(durationMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
