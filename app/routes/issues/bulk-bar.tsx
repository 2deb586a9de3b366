import { Options } from "#app/ui/choice.tsx";
import { grouped } from "#app/ui/count.ts";
import { AssigneeSelect } from "./assign-form.tsx";
import type { BulkChoices } from "./bulk-choices.ts";
import { DiscardTick } from "./delete-form.tsx";
import { ignoreChoices } from "./ignore-choices.ts";

type Props = { choices: BulkChoices; now: number; refused?: string };

/** What can be done: the form around it says to which issues. */
export function BulkBar({ choices, now, refused }: Props) {
  const { matching } = choices;
  return (
    <div className="row bulk triage">
      <button className="primary" name="intent" value="resolve" aria-keyshortcuts="e">
        Resolve
      </button>{" "}
      <ResolveMenu {...choices} />{" "}
      <button name="intent" value="ignore" aria-keyshortcuts="i">
        Ignore
      </button>{" "}
      <IgnoreMenu />{" "}
      <button name="intent" value="reopen">
        Reopen
      </button>{" "}
      <AssignMenu {...choices} /> <MergeMenu /> <DeleteMenu />{" "}
      {refused ? (
        <strong className="error" role="alert">
          {refused}
        </strong>
      ) : (
        <span className="meta">applies to selected issues</span>
      )}
      {matching && <AllTick {...matching} now={now} />}
    </div>
  );
}

function AllTick({ count, isAtLeast, now }: NonNullable<BulkChoices["matching"]> & { now: number }) {
  return (
    <label className="meta">
      <input type="hidden" name="made" value={now} />
      <input type="hidden" name="counted" value={count} />
      <input type="checkbox" name="all" value="yes" />{" "}
      {`or to all ${isAtLeast ? "of more than " : ""}${grouped(count)} that match`}
    </label>
  );
}

function ResolveMenu({ releases }: BulkChoices) {
  return (
    <details className="menu">
      <summary>Resolve in…</summary>
      <button name="intent" value="resolve-next">
        Resolve in next release
      </button>
      {releases.length > 0 && (
        <p className="row">
          <select name="release" aria-label="Release">
            {releases.map((version) => (
              <option key={version}>{version}</option>
            ))}
          </select>{" "}
          <button name="intent" value="resolve-in">
            Resolve in it
          </button>
        </p>
      )}
    </details>
  );
}

const ignoreTexts = Object.fromEntries(Object.entries(ignoreChoices).map(([value, { text }]) => [value, text]));

function IgnoreMenu() {
  return (
    <details className="menu">
      <summary>Ignore until…</summary>
      <p className="row">
        <select name="for" aria-label="Until">
          <Options options={ignoreTexts} />
        </select>{" "}
        <button name="intent" value="ignore-for">
          Ignore until then
        </button>
      </p>
    </details>
  );
}

function AssignMenu({ people, me }: BulkChoices) {
  return (
    <details className="menu">
      <summary>Assign…</summary>
      <p className="row">
        <AssigneeSelect people={people} chosen={people.some(({ id }) => id === me) ? me : undefined} />{" "}
        <button name="intent" value="assign" aria-keyshortcuts="a">
          Assign
        </button>
      </p>
    </details>
  );
}

function MergeMenu() {
  return (
    <details className="menu">
      <summary>Merge…</summary>
      <p>Ticked issues become one: the one named here, else the one with the most events. It can be split again.</p>
      <p className="row">
        <input name="into" aria-label="Into" placeholder="short id" size={12} autoComplete="off" />{" "}
        <button name="intent" value="merge">
          Merge them
        </button>
      </p>
    </details>
  );
}

function DeleteMenu() {
  return (
    <details className="menu">
      <summary>Delete…</summary>
      <p>Issues go for good, with their events and all that was said about them. Nobody can take that back.</p>
      <DiscardTick />
      <button name="intent" value="delete">
        Delete them
      </button>
    </details>
  );
}
