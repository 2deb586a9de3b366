import type { ReactNode } from "react";
import { Form, href } from "react-router";

/** Lists of traces to select two of. A CSS-only bar appears when one is selected. */
export function CompareForm({ project, children }: { project: string; children: ReactNode }) {
  return (
    <Form action={href("/:project/traces/compare", { project })}>
      {children}
      <div className="selection">
        <span className="selected">selected</span>{" "}
        <button className="primary">Compare two traces</button>
      </div>
    </Form>
  );
}

/** In a column with the class `tick`. `name`: of the trace, as its row shows it. */
export const TraceTick = ({ traceId, name }: { traceId: string; name: string }) => (
  <input type="checkbox" name="trace" value={traceId} aria-label={`Select ${name}`} />
);
