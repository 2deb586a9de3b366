import type { WrongForm } from "#server/domain/form/read-form.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Person } from "./people.ts";
import { ActForm, type Aim } from "./act-form.tsx";

type Props = Aim & { issue: Issue; people: Person[]; me: number; wrong?: WrongForm };

/** Who works on it. */
export function AssignForm({ issue: { assignee }, people, me, wrong, ...aim }: Props) {
  const mine = assignee?.id === me;
  return (
    <>
      <ActForm {...aim} className="row">
        <AssigneeSelect key={assignee?.id ?? 0} people={people} chosen={assignee?.id} known={assignee?.name} />{" "}
        <button name="intent" value="assign">
          Assign
        </button>
        {wrong?.errors["to"] && (
          <strong className="error" role="alert">
            {wrong.errors["to"]}
          </strong>
        )}
      </ActForm>
      {!mine && people.some(({ id }) => id === me) && (
        <ActForm {...aim} className="row">
          <input type="hidden" name="to" value={me} />
          <button name="intent" value="assign" aria-keyshortcuts="a">
            Assign to me
          </button>
        </ActForm>
      )}
    </>
  );
}

type SelectProps = {
  people: Person[];
  chosen?: number;
  /** Who has it and may no longer be given it. */ known?: string;
};

export function AssigneeSelect({ people, chosen, known }: SelectProps) {
  const isKnown = chosen === undefined || people.some(({ id }) => id === chosen);
  return (
    <select name="to" aria-label="Assignee" defaultValue={chosen ?? ""}>
      <option value="">Nobody</option>
      {!isKnown && <option value={chosen}>{known}</option>}
      {people.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
