import type { ShownFindings, ShownFix } from "./shown-findings.ts";
import { SpanLink } from "./span-link.tsx";

/** Suggested fixes of a route: a summary, then each fix with its savings. */
export function Fixes({ findings: { advice, basis, fixes } }: { findings: ShownFindings }) {
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
              <FixItem key={index} {...fix} />
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

const FixItem = ({ ref, kind, name, note, saved }: ShownFix) => (
  <li>
    <b className="good">{saved ? `−${saved}` : "–"}</b>{" "}
    <div>
      <SpanLink to={ref}>{name}</SpanLink>
      <small>{note}</small>
    </div>{" "}
    <span className="meta">{kind}</span>
  </li>
);
