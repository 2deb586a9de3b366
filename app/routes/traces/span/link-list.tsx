import { href, Link, useParams } from "react-router";
import type { ShownLink } from "./span-links.ts";

/** Spans linked to this one, including those in traces that are not stored. */
export function LinkList({ title, links }: { title: string; links: ShownLink[] }) {
  const { project = "" } = useParams();
  if (links.length === 0) return null;
  return (
    <section>
      <h4>{title}</h4>
      <ul className="span-links">
        {links.map(({ traceId, spanId, isOwnTrace, isHere }) => (
          <li key={`${traceId} ${spanId}`}>
            {isHere ? (
              <Link
                to={href("/:project/traces/:trace/spans/:span", {
                  project,
                  trace: traceId,
                  span: spanId,
                })}
              >
                <code>{isOwnTrace ? spanId : `${traceId.slice(0, 8)}… ${spanId}`}</code>
              </Link>
            ) : (
              <code>{`${traceId} ${spanId}`}</code>
            )}{" "}
            <span className="meta">
              {isOwnTrace ? "in this trace" : isHere ? "in this project" : "not in this project"}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
