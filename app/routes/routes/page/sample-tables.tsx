import { href, Link } from "react-router";
import { durationText } from "#app/ui/format/duration.ts";
import { CompareForm, TraceTick } from "#app/routes/traces/compare-form.tsx";
import { Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/format/time.tsx";
import type { Operation } from "#server/domain/rollup/operation.ts";
import { samplesKept, type TraceSample } from "#server/domain/rollup/sample.ts";
import { quoteText } from "#server/domain/search/query-tokens.ts";
import type { ShownRoute } from "./shown-route.ts";

type SamplesProps = {
  project: string;
  operation: Pick<Operation, "service" | "route">;
  samples: ShownRoute["samples"];
  search: string;
  now: number;
};

/** Sample traces: stored for each route, release, and hour, regardless of sampling. */
export function SampleTables({ project, operation, samples, search, now }: SamplesProps) {
  const { slow, failed, random } = samples;
  const all = new URLSearchParams(search);
  all.set("query", queryOf(operation, all.get("release")));
  all.set("sort", "duration");
  // Without a range, the list of traces shows all, and the page of a route a day.
  if (!all.has("since")) all.set("since", "24h");
  all.delete("release");
  return (
    <section className="part" id="samples">
      <h2>
        Traces{" "}
        <Link
          className="count"
          to={{ pathname: href("/:project/traces", { project }), search: `?${all}` }}
        >
          View whole traces, longest first
        </Link>
      </h2>
      <CompareForm project={project}>
        <div className="trio">
          <SampleTable {...{ project, search, now }} name="Slowest" samples={slow} />
          <SampleTable {...{ project, search, now }} name="Failed" samples={failed} />
          <SampleTable {...{ project, search, now }} name="Random sample" samples={random} />
        </div>
      </CompareForm>
      <p className="meta">
        {`Taken from up to ${samplesKept.slow} slowest, ${samplesKept.failed} failed, and ${samplesKept.random} random traces per hour, release, and environment.`}
      </p>
    </section>
  );
}

function queryOf({ service, route }: SamplesProps["operation"], release: string | null): string {
  const terms = { service, route, ...(release && { release }) };
  return Object.entries(terms)
    .map(([key, value]) => `${key}:${quoteText(value)}`)
    .join(" ");
}

type TableProps = {
  project: string;
  name: string;
  samples: TraceSample[];
  search: string;
  now: number;
};

function SampleTable({ project, name, samples, search, now }: TableProps) {
  const to = (trace: string, span: string) => ({
    pathname: href("/:project/traces/:trace/spans/:span", { project, trace, span }),
    search,
  });
  return (
    <Table
      caption={`Traces: ${name.toLowerCase()}`}
      rows={samples}
      keyOf={({ traceId, spanId }) => traceId + spanId}
      columns={[
        {
          head: <span className="hidden">Select</span>,
          className: "tick",
          cell: ({ traceId, durationMs }) => (
            <TraceTick
              traceId={traceId}
              name={`${traceId.slice(0, 8)}, ${durationText(durationMs)}`}
            />
          ),
        },
        {
          head: name,
          isRowHead: true,
          className: "main",
          cell: ({ traceId, spanId, startedAt, failed, release }) => (
            <>
              <Link to={to(traceId, spanId)}>
                <code>{traceId.slice(0, 8)}</code>
              </Link>{" "}
              <span className="meta">
                <Time at={startedAt} now={now} short /> {release && <bdi>{release}</bdi>}
              </span>
              {failed && <span className="meta bad"> ✕ Failed</span>}
            </>
          ),
        },
        {
          head: "Duration",
          className: "number",
          cell: ({ durationMs }) => durationText(durationMs),
        },
      ]}
      empty={<p className="meta">{`${name}: none`}</p>}
    />
  );
}
