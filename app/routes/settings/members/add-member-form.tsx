import { Form } from "react-router";
import { Choice } from "#app/ui/form/choice.tsx";
import { EmailField } from "#app/ui/form/email-field.tsx";
import type { ProjectRole } from "#server/domain/people/person.ts";
import type { WrongMember } from "./act.ts";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

/** Descriptions of project roles. */
const projectRoleNames: { [role in ProjectRole]: string } = {
  viewer: "Viewer: read and comment",
  developer: "Developer: can triage issues",
  admin: "Admin: also manage settings and members",
};

type AddMemberFormProps = {
  wrong?: WrongMember;
  /** For owners: adds existing users directly. Admins invite every address. */
  addsDirectly: boolean;
  invitations: string;
};

/** Adds an existing user; others can be invited with the same fields. */
export function AddMemberForm({ wrong, addsDirectly, invitations }: AddMemberFormProps) {
  return (
    <SettingsPart id="add" title={addsDirectly ? "Add member" : "Invite member"}>
      <Form className="form" method="post" noValidate aria-labelledby="add">
        <EmailField
          of="other"
          wrong={wrong}
          hint={
            addsDirectly
              ? "The email of a user of this instance."
              : "They become a member once they accept."
          }
        />
        <Choice
          label="Role"
          name="role"
          options={projectRoleNames}
          chosen="developer"
          wrong={wrong}
        />
        <p className="row">
          <button className="primary" name="intent" value="add">
            {addsDirectly ? "Add" : "Invite"}
          </button>
          {wrong?.unknown && (
            <button name="intent" value="invite" formAction={invitations}>
              Invite {wrong.values.email}
            </button>
          )}
        </p>
      </Form>
    </SettingsPart>
  );
}
