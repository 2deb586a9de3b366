import { Form, href, Link } from "react-router";
import type { WrongForm } from "#server/domain/form/read-form.ts";
import type { IssueSort } from "#server/storage/store.ts";
import { sortNames } from "../sorts.ts";

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
  if (saved.length === 0)
    return <p className="empty">No saved searches yet. Saved searches appear in the menu of the issue list.</p>;
  return (
    <table className="ledger words">
      <caption>Saved searches</caption>
      <thead>
        <tr>
          <th scope="col">Search</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {saved.map((each) => (
          <SavedRow key={each.id} project={project} row={each} wrong={wrong?.search === each.id ? wrong : undefined} />
        ))}
      </tbody>
    </table>
  );
}

function SavedRow({ project, row, wrong }: { project: string; row: Row; wrong?: WrongForm }) {
  const { name, query, sort, isShared, isDefault } = row;
  const search = new URLSearchParams({ query, ...(sort !== "last-seen" && { sort }) }).toString();
  return (
    <tr>
      <th scope="row">
        <Link to={{ pathname: href("/:project/issues", { project }), search }}>{name}</Link>
        <div className="meta">
          <code>{query || "(everything)"}</code>
          {sort !== "last-seen" && ` by ${sortNames[sort].toLowerCase()}`} · for {isShared ? "the project" : "you"}
          {isDefault && " · default"}
        </div>
      </th>
      <td>{(row.mayChange || row.mayChoose) && <Acts row={row} wrong={wrong} />}</td>
    </tr>
  );
}

function Acts({ row: { id, name, isDefault, mayChange, mayChoose }, wrong }: { row: Row; wrong?: WrongForm }) {
  const error = wrong?.errors["name"];
  const errorId = `rename-error-${id}`;
  return (
    <Form method="post" className="row" noValidate>
      <input type="hidden" name="search" value={id} />
      {mayChange && (
        <>
          <input
            {...{ name: "name", defaultValue: wrong?.values["name"] ?? name, maxLength: 100, size: 16 }}
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
          {isDefault ? "Remove as default" : "Set as default"}
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
