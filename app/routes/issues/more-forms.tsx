import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { Field } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";
import { ActForm, type Aim } from "./act-form.tsx";
import { AssignForm } from "./assign-form.tsx";
import { DeleteForm } from "./delete-form.tsx";
import type { TriageProps } from "./triage-forms.tsx";

/** What is done less often, and needs a word more. */
export function MoreForms({
  aim,
  project,
  issue,
  releases,
  people,
  me,
  wrong,
}: Omit<TriageProps, "seen"> & { aim: Aim }) {
  return (
    <>
      {issue.state.state === "open" && <LaterForms {...{ aim, releases, wrong }} />}
      <AssignForm {...aim} {...{ issue, people, me, wrong }} />
      <MergeLink project={project} issue={issue} wrong={wrong} />
      <Link to={href("/:project/issues/:issue/share", { project, issue: issue.shortId })}>Share…</Link>
      <DeleteForm {...aim} issue={issue} />
    </>
  );
}

/** Into what it is merged is chosen among issues that are like it. */
function MergeLink({ project, issue, wrong }: Pick<TriageProps, "project" | "issue" | "wrong">) {
  return (
    <>
      <Link to={href("/:project/issues/:issue/similar", { project, issue: issue.shortId })}>Merge…</Link>
      {wrong?.errors["into"] && (
        <strong className="error" role="alert">
          {wrong.errors["into"]}
        </strong>
      )}
    </>
  );
}

/** The acts that need a word more. They stand open when one of them came back wrong. */
function LaterForms({ aim, releases, wrong }: { aim: Aim; releases: string[]; wrong?: WrongForm }) {
  const intent = wrong?.values["intent"];
  const isWrong = (name: string) => wrong !== undefined && name in wrong.errors;
  return (
    <>
      <FormError wrong={wrong} />
      <details className="menu" open={isWrong("release")} key={`resolve ${intent}`}>
        <summary>Resolve in…</summary>
        <ActForm {...aim}>
          <button name="intent" value="resolve-next">
            The next release
          </button>
        </ActForm>
        {releases[0] !== undefined && (
          <ActForm {...aim}>
            <input type="hidden" name="release" value={releases[0]} />
            <button name="intent" value="resolve-in" title="The latest release">
              <bdi>{releases[0]}</bdi>
            </button>
          </ActForm>
        )}
        <ActForm {...aim}>
          <Field label="A release" name="release" maxLength={200} list="releases" autoComplete="off" wrong={wrong} />
          <datalist id="releases">
            {releases.map((version) => (
              <option key={version}>{version}</option>
            ))}
          </datalist>
          <button name="intent" value="resolve-in">
            Resolve in it
          </button>
        </ActForm>
      </details>
      <details className="menu" open={["until", "count", "users"].some(isWrong)} key={`ignore ${intent}`}>
        <summary>Ignore until…</summary>
        <ActForm {...aim}>
          <input type="hidden" name="escalates" value="yes" />
          <button name="intent" value="ignore" title="Clearly more in an hour than in the busiest of the week before">
            It escalates
          </button>
        </ActForm>
        <IgnoreForm aim={aim}>
          <Field label="A time (UTC)" name="until" type="datetime-local" wrong={wrong} />
        </IgnoreForm>
        <IgnoreForm aim={aim}>
          <Field label="This many more events" name="count" inputMode="numeric" size={8} wrong={wrong} />
        </IgnoreForm>
        <IgnoreForm aim={aim}>
          <Field label="This many more people" name="users" inputMode="numeric" size={8} wrong={wrong} />
        </IgnoreForm>
      </details>
    </>
  );
}

function IgnoreForm({ aim, children }: { aim: Aim; children: ReactNode }) {
  return (
    <ActForm {...aim}>
      {children}
      <button name="intent" value="ignore">
        Ignore until then
      </button>
    </ActForm>
  );
}
