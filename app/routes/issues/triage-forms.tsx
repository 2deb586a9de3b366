import { href } from "react-router";
import { late } from "#app/enhance/late.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { ActForm } from "./act-form.tsx";
import type { Person } from "./people.ts";

export type TriageProps = {
  project: string;
  issue: Issue;
  /** The latest of the issue's package first. Any other may be typed. */
  releases: string[];
  people: Person[];
  /** Who looks at it. */
  me: number;
  /** The newest activity when the page was made. */
  seen: number;
  wrong?: WrongForm;
};

const MoreForms = late(async () => (await import("./more-forms.tsx")).MoreForms);

/** What can be done to the issue as it stands: plain forms to its own path. */
export function TriageForms({ project, issue, releases, people, me, seen, wrong }: TriageProps) {
  const isOpen = issue.state.state === "open";
  const aim = { to: href("/:project/issues/:issue", { project, issue: issue.shortId }), seen };
  return (
    <div className="row triage">
      <ActForm {...aim} className="row">
        {/* One button, so that it keeps the focus when the issue changes under it. */}
        <button
          className="primary"
          name="intent"
          value={isOpen ? "resolve" : "reopen"}
          aria-keyshortcuts={isOpen ? "e" : undefined}
        >
          {isOpen ? "Resolve" : "Reopen"}
        </button>{" "}
        {isOpen && (
          <button name="intent" value="ignore" aria-keyshortcuts="i">
            Ignore
          </button>
        )}
      </ActForm>
      <MoreForms {...{ aim, project, issue, releases, people, me, wrong }} />
    </div>
  );
}
