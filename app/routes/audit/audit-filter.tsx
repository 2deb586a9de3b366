import { Form, useLocation } from "react-router";
import { Options } from "#app/ui/choice.tsx";
import { actionNames } from "./action-names.ts";
import type { AuditAsked } from "./list-audit.ts";

/** By whom or to whom, what, and when. */
export function AuditFilter({ person, kind, from, to }: AuditAsked) {
  return (
    // The key: a link may change the filter under the fields.
    <Form
      key={[person, kind, from, to].join(" ")}
      className="row list-head"
      action={useLocation().pathname}
      aria-label="Audit log"
    >
      <input
        {...{ type: "search", name: "person", defaultValue: person, size: 28, autoComplete: "off", spellCheck: false }}
        {...{ "aria-label": "Email", placeholder: "Email", "aria-keyshortcuts": "/" }}
      />
      <select name="kind" aria-label="Action" defaultValue={kind}>
        <option value="">All actions</option>
        <Options options={actionNames} />
      </select>
      <label>
        from <input type="date" name="from" defaultValue={from} />
      </label>
      <label>
        to <input type="date" name="to" defaultValue={to} />
      </label>
      <button>Show</button>
    </Form>
  );
}
