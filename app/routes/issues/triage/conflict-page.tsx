import { Form, Link, type To } from "react-router";
import { Time } from "#app/ui/format/time.tsx";
import type { Conflicts } from "./conflict.ts";
import { Table } from "#app/ui/table.tsx";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";

type Props = Conflicts & {
  /** Target of the form when submitted again. */
  to: string;
  /** Target for keeping the other change. */
  back: To;
  next?: string;
};

/** A conflict (409): the version when the form was loaded, the current version, and a choice. */
export function ConflictPage({ conflicts, fields, seen, now, to, back, next }: Props) {
  return (
    <section>
      <ProjectTitle>Changed by another member</ProjectTitle>
      <h1>Changed by another member</h1>
      <p>Another member changed this while the page was open. Nothing was overwritten.</p>
      <Table
        caption="Both versions"
        rows={conflicts}
        keyOf={({ id }) => id}
        columns={[
          {
            head: "Issue",
            cell: ({ shortId, title }) => (
              <>
                <code>{shortId}</code> {title}
              </>
            ),
          },
          { head: "When you opened the page", cell: ({ before }) => before },
          {
            head: "Now",
            cell: ({ since }) =>
              since.map(({ who, did, at }) => (
                <p key={at}>
                  <b>{who}</b> {did} <Time at={at} now={now} />
                </p>
              )),
          },
        ]}
      />
      <Form method="post" action={to} className="row">
        <Link to={back}>Keep their change</Link>{" "}
        <button className="primary">Apply my change</button>
        {fields.map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        {conflicts.map(({ id }) => (
          <input key={id} type="hidden" name="issue" value={id} />
        ))}
        <input type="hidden" name="seen" value={seen} />
        {next !== undefined && <input type="hidden" name="next" value={next} />}
      </Form>
    </section>
  );
}
