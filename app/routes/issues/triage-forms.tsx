import type { ReactNode } from "react";
import { Form, href, useLocation } from "react-router";
import { Field } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";
import type { Issue } from "#server/domain/issue/issue.ts";

/** `releases`: those that are known, the last first seen first. */
type Props = { project: string; issue: Issue; releases: string[]; wrong?: WrongForm };

/** What can be done to the issue as it stands: plain forms to its own path. */
export function TriageForms({ project, issue, releases, wrong }: Props) {
  const to = href("/:project/issues/:issue", { project, issue: issue.shortId });
  if (issue.state.state !== "open")
    return (
      <ActForm to={to} className="row">
        <button className="primary" name="intent" value="reopen">
          Reopen
        </button>
      </ActForm>
    );
  return (
    <div className="row triage">
      <ActForm to={to} className="row">
        <button className="primary" name="intent" value="resolve">
          Resolve
        </button>{" "}
        <button name="intent" value="ignore">
          Ignore
        </button>
      </ActForm>
      <LaterForms to={to} releases={releases} wrong={wrong} />
    </div>
  );
}

/** The acts that need a word more. They stand open when one of them came back wrong. */
function LaterForms({ to, releases, wrong }: { to: string; releases: string[]; wrong?: WrongForm }) {
  const intent = wrong?.values["intent"];
  const isWrong = (name: string) => wrong !== undefined && name in wrong.errors;
  return (
    <>
      <FormError wrong={wrong} />
      <details className="menu" open={isWrong("release")} key={`resolve ${intent}`}>
        <summary>Resolve in…</summary>
        <ActForm to={to}>
          <button name="intent" value="resolve-next">
            The next release
          </button>
        </ActForm>
        <ActForm to={to}>
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
        <IgnoreForm to={to}>
          <Field label="A time (UTC)" name="until" type="datetime-local" wrong={wrong} />
        </IgnoreForm>
        <IgnoreForm to={to}>
          <Field label="This many more events" name="count" inputMode="numeric" size={8} wrong={wrong} />
        </IgnoreForm>
        <IgnoreForm to={to}>
          <Field label="This many more people" name="users" inputMode="numeric" size={8} wrong={wrong} />
        </IgnoreForm>
      </details>
    </>
  );
}

function IgnoreForm({ to, children }: { to: string; children: ReactNode }) {
  return (
    <ActForm to={to}>
      {children}
      <button name="intent" value="ignore">
        Ignore until then
      </button>
    </ActForm>
  );
}

/** Posts to the issue and comes back to the tab it was sent from. */
function ActForm({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action={to + search} className={className} preventScrollReset noValidate>
      <input type="hidden" name="next" value={pathname + search} />
      {children}
    </Form>
  );
}
