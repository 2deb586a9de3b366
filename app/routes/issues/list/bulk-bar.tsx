import { Options } from "#app/ui/form/choice.tsx";
import { grouped } from "#server/domain/count.ts";
import { FieldNotes, marks } from "#app/ui/form/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";
import type { BulkChoices } from "./bulk-choices.ts";
import { DiscardCheckbox } from "#app/routes/issues/triage/discard-checkbox.tsx";
import { ignoreChoices } from "#app/routes/issues/triage/ignore-choices.ts";

type Props = {
  choices: BulkChoices;
  now: number;
  /** Whether resolved or ignored issues are listed. */
  mayReopen: boolean;
  wrong?: WrongForm;
};

/** Actions on selected issues. CSS shows it while something is selected. */
export function BulkBar({ choices, now, mayReopen, wrong }: Props) {
  const { matching } = choices;
  return (
    <div className="selection">
      <span className="selected">selected</span>
      {matching && <AllMatching {...matching} now={now} />}
      <div className="split">
        <button className="primary" name="intent" value="resolve" aria-keyshortcuts="e">
          <Icon name="check" /> Resolve
        </button>
        <ResolveMenu {...choices} />
      </div>
      <div className="split">
        <button name="intent" value="ignore" aria-keyshortcuts="i">
          Ignore
        </button>
        <IgnoreMenu />
      </div>
      {mayReopen && (
        <button name="intent" value="reopen">
          Reopen
        </button>
      )}
      <AssignMenu {...choices} /> <MergeMenu wrong={wrong} /> <DeleteMenu />
    </div>
  );
}

function AllMatching({
  count,
  isAtLeast,
  now,
}: NonNullable<BulkChoices["matching"]> & { now: number }) {
  return (
    <label>
      <input type="hidden" name="made" value={now} />
      <input type="hidden" name="counted" value={count} />
      <input type="checkbox" name="all" value="yes" />{" "}
      {`All ${isAtLeast ? "more than " : ""}${grouped(count)} that match`}
    </label>
  );
}

function ResolveMenu({ releases }: BulkChoices) {
  return (
    <Menu summary={<Icon name="down" />} label="Resolve in…" className="primary">
      <h2>Resolve in</h2>
      <button name="intent" value="resolve-next">
        Next release
      </button>
      {releases.length > 0 && (
        <p className="row">
          <select name="release" aria-label="Release">
            {releases.map((version) => (
              <option key={version}>{version}</option>
            ))}
          </select>{" "}
          <button name="intent" value="resolve-in">
            Resolve in release
          </button>
        </p>
      )}
    </Menu>
  );
}

const ignoreTexts = Object.fromEntries(
  Object.entries(ignoreChoices).map(([value, { text }]) => [value, text]),
);

function IgnoreMenu() {
  return (
    <Menu summary={<Icon name="down" />} label="Ignore until…">
      <h2>Ignore until</h2>
      <p className="row">
        <select name="for" aria-label="Ignore until">
          <Options options={ignoreTexts} />
        </select>{" "}
        <button name="intent" value="ignore-for">
          Ignore
        </button>
      </p>
    </Menu>
  );
}

function AssignMenu({ people, me }: BulkChoices) {
  return (
    <Menu summary="Assign…" shortcut="a">
      <p className="row">
        <select
          name="to"
          aria-label="Assignee"
          defaultValue={people.some(({ id }) => id === me) ? me : ""}
        >
          <option value="">Unassigned</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>{" "}
        <button name="intent" value="assign">
          Assign
        </button>
      </p>
    </Menu>
  );
}

function MergeMenu({ wrong }: { wrong?: WrongForm }) {
  const error = wrong?.errors["into"];
  return (
    <Menu summary="Merge…" className="end" open={error !== undefined}>
      <p>
        Merges selected issues into the named one, or the one with most events. You can unmerge
        later.
      </p>
      <p className="row">
        <input
          // A new key when it becomes invalid, which focuses it.
          key={error ?? ""}
          {...{ name: "into", placeholder: "Issue ID", size: 12, autoComplete: "off" }}
          {...{ "aria-label": "Merge into", defaultValue: wrong?.values["into"] }}
          {...marks("into", error, false)}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- where a form that came back is wrong
          autoFocus={error !== undefined}
        />{" "}
        <button name="intent" value="merge">
          Merge issues
        </button>
        <FieldNotes name="into" error={error} />
      </p>
    </Menu>
  );
}

function DeleteMenu() {
  return (
    <Menu summary="Delete…" className="end">
      <p>Deletes selected issues with their events and comments. This cannot be undone.</p>
      <DiscardCheckbox />
      <p>
        <button name="intent" value="delete" className="danger">
          Delete issues
        </button>
      </p>
    </Menu>
  );
}
