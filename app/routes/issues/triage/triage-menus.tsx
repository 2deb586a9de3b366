import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { Field } from "#app/ui/form/field.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";
import { ActForm, type Aim } from "./act-form.tsx";
import { AssignMenu } from "./assign-form.tsx";
import { DeleteForm } from "./delete-form.tsx";
import type { TriageProps } from "./triage-forms.tsx";

type MenuProps = { aim: Aim; wrong?: WrongForm };

const isWrong = (wrong: WrongForm | undefined, ...names: string[]) =>
  wrong !== undefined && names.some((name) => name in wrong.errors);

/** Choices of a release to resolve in. Open if its form was returned with errors. */
export function ResolveMenu({ aim, releases, wrong }: MenuProps & Pick<TriageProps, "releases">) {
  const summary = <Icon name="down" />;
  return (
    <Menu
      summary={summary}
      label="Resolve in…"
      className="primary"
      open={isWrong(wrong, "release")}
    >
      <h2>Resolve in</h2>
      <ActForm {...aim} className="items">
        <button name="intent" value="resolve-next">
          Next release
        </button>
      </ActForm>
      {releases[0] !== undefined && (
        <ActForm {...aim} className="items">
          <input type="hidden" name="release" value={releases[0]} />
          <button name="intent" value="resolve-in">
            Latest release <small>{releases[0]}</small>
          </button>
        </ActForm>
      )}
      <ActForm {...aim}>
        <Field
          label="Release"
          name="release"
          maxLength={200}
          list="releases"
          autoComplete="off"
          wrong={wrong}
        />
        <datalist id="releases">
          {releases.map((version) => (
            <option key={version}>{version}</option>
          ))}
        </datalist>
        <button name="intent" value="resolve-in">
          Resolve in release
        </button>
      </ActForm>
    </Menu>
  );
}

/** Choices for ignoring. */
export function IgnoreMenu({ aim, wrong }: MenuProps) {
  return (
    <Menu
      summary={<Icon name="down" />}
      label="Ignore until…"
      open={isWrong(wrong, "until", "count", "users")}
    >
      <h2>Ignore until</h2>
      <ActForm {...aim} className="items">
        <input type="hidden" name="escalates" value="yes" />
        <button
          name="intent"
          value="ignore"
          title="Events in an hour exceed the busiest hour of the previous week"
        >
          Until escalating
        </button>
      </ActForm>
      <IgnoreForm aim={aim}>
        <Field label="Date (UTC)" name="until" type="datetime-local" wrong={wrong} />
      </IgnoreForm>
      <IgnoreForm aim={aim}>
        <Field label="More events" name="count" inputMode="numeric" size={8} wrong={wrong} />
      </IgnoreForm>
      <IgnoreForm aim={aim}>
        <Field
          label="More users affected"
          name="users"
          inputMode="numeric"
          size={8}
          wrong={wrong}
        />
      </IgnoreForm>
    </Menu>
  );
}

function IgnoreForm({ aim, children }: { aim: Aim; children: ReactNode }) {
  return (
    <ActForm {...aim}>
      {children}
      <button name="intent" value="ignore">
        Ignore
      </button>
    </ActForm>
  );
}

type MoreProps = MenuProps & Omit<TriageProps, "seen" | "releases">;

/** The assignee, and less frequent actions. */
export function MoreActions({ aim, project, issue, people, me, wrong }: MoreProps) {
  const params = { project, issue: issue.shortId };
  const into = wrong?.errors["into"];
  return (
    <>
      <AssignMenu {...aim} {...{ issue, people, me, wrong }} />
      <Menu summary={<Icon name="more" />} label="More actions">
        <Link to={href("/:project/issues/:issue/similar", params)}>Merge…</Link>
        <Link to={href("/:project/issues/:issue/share", params)}>Share…</Link>
        <a href={`${aim.to}.json`} type="application/json">
          View JSON
        </a>
        <hr />
        <DeleteForm {...aim} issue={issue} />
      </Menu>
      <FormError wrong={wrong} />
      {into && (
        <strong className="error" role="alert">
          {into}
        </strong>
      )}
    </>
  );
}
