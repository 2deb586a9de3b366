import { Form, href, Link } from "react-router";
import { durationText } from "#app/ui/format/duration.ts";
import { Menu } from "#app/ui/menu.tsx";
import type { OtherTrace } from "./other-traces.ts";

type CompareProps = { project: string; traceId: string; others: OtherTrace[] };

/** Compares the trace, as B, with another of its route or with any by its ID. */
export function CompareMenu({ project, traceId, others }: CompareProps) {
  const compare = href("/:project/traces/compare", { project });
  return (
    <Menu className="end" summary="Compare…">
      {others.length > 0 && <h2>Same route, last 24 hours</h2>}
      {others.map((other) => (
        <Link
          key={other.traceId}
          to={{ pathname: compare, search: `?a=${other.traceId}&b=${traceId}` }}
        >
          {other.name} <span className="meta">{durationText(other.durationMs)}</span>
        </Link>
      ))}
      <Form action={compare}>
        <label>
          Trace ID
          <input name="a" required autoComplete="off" spellCheck={false} />
        </label>
        <input type="hidden" name="b" value={traceId} />
        <button>Compare</button>
      </Form>
    </Menu>
  );
}
