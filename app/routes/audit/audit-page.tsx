import { Form, useLocation } from "react-router";
import { Options } from "#app/ui/form/choice.tsx";
import { Pager } from "#app/ui/pager.tsx";
import type { AuditKind } from "#server/domain/people/audit.ts";
import { AuditTable } from "./audit-table.tsx";
import type { AuditAsked, AuditRow } from "./list-audit.ts";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

type AuditPageProps = {
  caption: string;
  rows: AuditRow[];
  next?: string;
  asked: AuditAsked;
  now: number;
};

/** The audit log of this instance or of one project. */
export function AuditPage({ caption, rows, next, asked, now }: AuditPageProps) {
  const isFiltered = Object.values(asked).some(Boolean);
  return (
    <SettingsPart title="Audit log" text="Entries are kept for 400 days. Days are in UTC." isWide>
      <AuditFilter {...asked} />
      {rows.length > 0 ? (
        <AuditTable caption={caption} rows={rows} now={now} />
      ) : (
        <p className="empty">
          {isFiltered ? "No entries match these filters." : "No entries yet."}
        </p>
      )}
      <Pager next={next} label="Pages of the audit log" />
    </SettingsPart>
  );
}

/** Filters by person, action, and date. */
function AuditFilter({ person, kind, from, to }: AuditAsked) {
  return (
    // The key resets the fields when a link changes the filter.
    <Form
      key={[person, kind, from, to].join(" ")}
      className="row list-head"
      action={useLocation().pathname}
      aria-label="Audit log"
    >
      <input
        {...{
          type: "search",
          name: "person",
          defaultValue: person,
          size: 28,
          autoComplete: "off",
          spellCheck: false,
        }}
        {...{ "aria-label": "Email", placeholder: "Email", "aria-keyshortcuts": "/" }}
      />
      <select name="kind" aria-label="Action" defaultValue={kind}>
        <option value="">All actions</option>
        <Options options={actionNames} />
      </select>
      <div className="row">
        <label>
          From <input type="date" name="from" defaultValue={from} />
        </label>
        <label>
          to <input type="date" name="to" defaultValue={to} />
        </label>
        <button>Show</button>
      </div>
    </Form>
  );
}

/** Choices of the log's filter. */
const actionNames: { [kind in AuditKind]: string } = {
  "sign-in": "Sign-in",
  "sign-in-failed": "Failed sign-in",
  "sign-out": "Sign-out",
  "session-ended": "Session ended",
  "password-changed": "Password changed",
  "reset-asked": "Password reset requested",
  "totp-on": "Authenticator app turned on",
  "totp-off": "Authenticator app turned off",
  "recovery-codes-made": "Recovery codes created",
  "recovery-code-used": "Recovery code used",
  "passkey-added": "Passkey added",
  "passkey-removed": "Passkey removed",
  "account-changed": "Account changed",
  "account-linked": "Single sign-on linked",
  invited: "Invitation created",
  "invitation-accepted": "Invitation accepted",
  "invitation-revoked": "Invitation revoked",
  "user-made": "Account created",
  "role-changed": "Instance role changed",
  "user-disabled": "Account disabled",
  "user-enabled": "Account enabled",
  "user-deleted": "Account deleted",
  "member-added": "Member added",
  "member-changed": "Project role changed",
  "member-removed": "Member removed",
  "member-left": "Project left",
  "token-made": "API token created",
  "token-revoked": "API token revoked",
  "key-made": "Client key created",
  "key-changed": "Client key changed",
  "key-revoked": "Client key revoked",
  "alert-made": "Alert rule created",
  "alert-changed": "Alert rule changed",
  "alert-removed": "Alert rule deleted",
  "upload-removed": "Upload removed",
  "settings-changed": "Settings changed",
  "share-made": "Share link created",
  "share-revoked": "Share link revoked",
  "issues-deleted": "Issues deleted",
  "discard-lifted": "Discarded issue restored",
  "project-made": "Project created",
  "project-deleted": "Project deleted",
};
