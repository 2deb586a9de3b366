import { Form, href, Link } from "react-router";
import type { WrongForm } from "#server/domain/form/read-form.ts";
import type { IssueSort } from "#server/storage/issues/issue-store.ts";
import { sortNames } from "#app/routes/issues/list/sorts.ts";
import { Table } from "#app/ui/table.tsx";

type Row = {
  id: number;
  name: string;
  query: string;
  sort: IssueSort;
  isShared: boolean;
  isDefault: boolean;
  mayChange: boolean;
  mayChoose: boolean;
};

type Props = { project: string; saved: Row[]; wrong?: WrongForm & { search: number } };

export function SavedTable({ project, saved, wrong }: Props) {
  return (
    <Table
      caption="Saved searches"
      rows={saved}
      keyOf={({ id }) => id}
      columns={[
        {
          head: "Search",
          className: "main",
          cell: (row) => <Search project={project} row={row} />,
        },
        {
          head: <span className="hidden">Actions</span>,
          cell: (row) =>
            (row.mayChange || row.mayChoose) && (
              <Acts row={row} wrong={wrong?.search === row.id ? wrong : undefined} />
            ),
        },
      ]}
      empty={
        <p className="empty">
          No saved searches yet. Saved searches appear in the menu of the issue list.
        </p>
      }
    />
  );
}

function Search({
  project,
  row: { name, query, sort, isShared, isDefault },
}: {
  project: string;
  row: Row;
}) {
  const search = new URLSearchParams({ query, ...(sort !== "last-seen" && { sort }) }).toString();
  return (
    <>
      <Link to={{ pathname: href("/:project/issues", { project }), search }}>{name}</Link>
      <small>
        <code>{query || "(everything)"}</code>
        {sort !== "last-seen" && ` by ${sortNames[sort].toLowerCase()}`} · for{" "}
        {isShared ? "the project" : "you"}
        {isDefault && " · default search"}
      </small>
    </>
  );
}

function Acts({
  row: { id, name, isDefault, mayChange, mayChoose },
  wrong,
}: {
  row: Row;
  wrong: WrongForm | undefined;
}) {
  const error = wrong?.errors["name"];
  const errorId = `rename-error-${id}`;
  return (
    <Form method="post" className="row" noValidate>
      <input type="hidden" name="search" value={id} />
      {mayChange && (
        <>
          <input
            {...{
              name: "name",
              defaultValue: wrong?.values["name"] ?? name,
              maxLength: 100,
              size: 16,
            }}
            {...{ "aria-label": `New name of ${name}`, "aria-invalid": error ? true : undefined }}
            aria-describedby={error && errorId}
          />
          <button name="intent" value="rename">
            Rename
          </button>
          <button name="intent" value="remove">
            Remove
          </button>
        </>
      )}
      {mayChoose && (
        <button name="intent" value={isDefault ? "no-default" : "default"}>
          {isDefault ? "Reset default" : "Make default"}
        </button>
      )}
      {error && (
        <strong className="error" id={errorId}>
          {error}
        </strong>
      )}
    </Form>
  );
}
