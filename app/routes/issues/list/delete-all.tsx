import { Form, Link, useLocation } from "react-router";
import { counted, grouped } from "#server/domain/count.ts";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";

type Props = { count: number; discard: boolean; made?: number };

/** Confirmation of an irreversible action on more than the selected issues. */
export function DeleteAll({ count, discard, made }: Props) {
  const { search } = useLocation();
  const query = new URLSearchParams(search).get("query");
  return (
    <section>
      <ProjectTitle>{`Delete ${grouped(count)} issues?`}</ProjectTitle>
      <h1>{`Delete ${counted(count, "issue")}?`}</h1>
      <p>
        All issues that match {query ? <code>{query}</code> : "the list"}are deleted with their
        events and comments
        {discard && ". Future events with the same fingerprints are discarded"}. This cannot be
        undone.
      </p>
      <Form method="post" className="row">
        <input type="hidden" name="all" value="yes" />
        <input type="hidden" name="sure" value="yes" />
        {made !== undefined && <input type="hidden" name="made" value={made} />}
        {discard && <input type="hidden" name="discard" value="yes" />}
        <Link to={{ search }}>Cancel</Link>{" "}
        <button name="intent" value="delete">
          {`Delete ${counted(count, "issue")}`}
        </button>
      </Form>
    </section>
  );
}
