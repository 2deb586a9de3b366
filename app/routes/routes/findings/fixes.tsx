import { BeganWith, type Change } from "./began-with.tsx";
import type { ShownFindings, ShownFix } from "./shown-findings.ts";
import { SpanLink } from "./span-link.tsx";

type FixesProps = { findings: ShownFindings; changes: (Change | undefined)[] };

/** Suggested fixes of a route: a summary, then each fix with its savings. */
export function Fixes({ findings: { advice, basis, fixes }, changes }: FixesProps) {
  return (
    <section className="part" id="findings" aria-labelledby="findings-head">
      <h2 id="findings-head">
        Suggested fixes <span className="count">{basis}</span>
      </h2>
      <p className="advice">{advice || "No traces of this route are stored in this time range."}</p>
      {fixes.length > 0 && (
        <>
          <ul className="fixes">
            {fixes.map((fix, index) => (
              <FixItem key={index} {...fix} change={changes[index]} />
            ))}
          </ul>
          <p className="meta">
            Median savings of the requests that would be faster, simulated with each request's
            parallel work. Calls can run in parallel unless one needs the other's result.
          </p>
        </>
      )}
    </section>
  );
}

const FixItem = ({
  ref,
  kind,
  name,
  note,
  saved,
  change,
}: ShownFix & { change: Change | undefined }) => (
  <li>
    <b className="good">{saved ? `−${saved}` : "–"}</b>{" "}
    <div>
      <SpanLink to={ref}>{name}</SpanLink>
      <small>{note}</small>
      {change && <BeganWith {...change} />}
    </div>{" "}
    <span className="meta">{kind}</span>
  </li>
);
