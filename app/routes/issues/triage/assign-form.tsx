import { Icon } from "#app/ui/icon.tsx";
import { initials } from "#app/ui/format/initials.ts";
import { Menu } from "#app/ui/menu.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Person } from "./people.ts";
import { ActForm, type Aim } from "./act-form.tsx";

type Props = Aim & { issue: Issue; people: Person[]; me: number; wrong?: WrongForm };

/** The assignee menu: each name is a button, the viewer first, whom its key and Enter assign. */
export function AssignMenu({ issue: { assignee }, people, me, wrong, ...aim }: Props) {
  const error = wrong?.errors["to"];
  const meFirst = people.toSorted((a, b) => Number(b.id === me) - Number(a.id === me));
  return (
    <>
      <Menu summary={<Assigned name={assignee?.name} />} shortcut="a">
        <ActForm {...aim} className="items">
          <input type="hidden" name="intent" value="assign" />
          {meFirst.map(({ id, name }) => (
            <button key={id} name="to" value={id} aria-current={id === assignee?.id || undefined}>
              {id === me && id !== assignee?.id ? "Assign to me" : name}
            </button>
          ))}
          {assignee && (
            <button name="to" value="">
              Unassign
            </button>
          )}
        </ActForm>
      </Menu>
      {error && (
        <strong className="error" role="alert">
          {error}
        </strong>
      )}
    </>
  );
}

function Assigned({ name }: { name: string | undefined }) {
  return (
    <>
      <span className="hidden">Assignee: </span>
      <span className={name === undefined ? "who none" : "who"} aria-hidden="true">
        {name !== undefined && initials(name)}
      </span>{" "}
      <span className="spoken">{name ?? "Unassigned"}</span> <Icon name="down" />
    </>
  );
}
