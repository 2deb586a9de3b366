import { Form } from "react-router";
import { Choice } from "#app/ui/form/choice.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";
import { type Scope, scopes } from "#server/domain/people/person.ts";
import { lifetimes } from "./token-form.ts";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

/** What each scope allows, within the owner's permissions. */
const scopeWords: { [scope in Scope]: string } = {
  "project:read": "read projects, issues, events, and traces",
  "project:write": "also change a project’s settings and members",
  "event:read": "read issues, events, and traces",
  "event:write": "also resolve, ignore, assign, and comment on issues",
  "release:write": "create releases and upload source maps",
  "org:admin": "everything an owner of this instance can do",
};

type WrongToken = WrongForm & { scopes: Scope[] };

/** `org:admin` is offered only to owners, because it has no effect for others. */
export function TokenFields({ isOwner, wrong }: { isOwner: boolean; wrong?: WrongToken }) {
  const offered = scopes.filter((scope) => isOwner || scope !== "org:admin");
  return (
    <SettingsPart id="new" title="New token">
      <Form className="form" method="post" noValidate aria-labelledby="new">
        <FormError wrong={wrong} />
        <Field
          {...{
            label: "Label",
            name: "label",
            autoComplete: "off",
            required: true,
            maxLength: 100,
            wrong,
          }}
          hint="For example, “CI” or “Laptop”."
        />
        <ScopeBoxes offered={offered} wrong={wrong} />
        <Choice label="Expires after" name="days" options={lifetimes} chosen="90" wrong={wrong} />
        <button className="primary" name="intent" value="make">
          Create token
        </button>
      </Form>
    </SettingsPart>
  );
}

function ScopeBoxes({ offered, wrong }: { offered: Scope[]; wrong?: WrongToken }) {
  const error = wrong?.errors.scopes;
  return (
    <fieldset aria-describedby={error && "scopes-error"}>
      <legend>Scopes</legend>
      {error && (
        <strong className="error" id="scopes-error">
          {error}
        </strong>
      )}
      {offered.map((scope) => (
        <p key={scope} className="check">
          <label>
            <input
              {...{ type: "checkbox", name: "scopes", value: scope }}
              defaultChecked={wrong?.scopes.includes(scope)}
            />{" "}
            <code>{scope}</code> <span className="meta">{scopeWords[scope]}</span>
          </label>
        </p>
      ))}
    </fieldset>
  );
}
