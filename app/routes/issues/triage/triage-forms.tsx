import { href } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { late } from "#app/enhance/late.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { ActForm } from "./act-form.tsx";
import type { Person } from "./people.ts";

export type TriageProps = {
  project: string;
  issue: Issue;
  /** The latest of the issue's package first. Any other can be typed. */
  releases: string[];
  people: Person[];
  /** The viewer. */
  me: number;
  /** The newest activity when the page was loaded. */
  seen: number;
  wrong?: WrongForm;
};

const ResolveMenu = late(async () => (await import("./triage-menus.tsx")).ResolveMenu);
const IgnoreMenu = late(async () => (await import("./triage-menus.tsx")).IgnoreMenu);
const MoreActions = late(async () => (await import("./triage-menus.tsx")).MoreActions);

/** Actions available in the issue's state: plain forms to its own path. */
export function TriageForms({ project, issue, releases, people, me, seen, wrong }: TriageProps) {
  const isOpen = issue.state.state === "open";
  const aim = { to: href("/:project/issues/:issue", { project, issue: issue.shortId }), seen };
  return (
    <div className="row triage">
      <div className="split">
        <ActForm {...aim}>
          {/* A single button, so that it keeps the focus when the issue changes. */}
          <button
            className="primary"
            name="intent"
            value={isOpen ? "resolve" : "reopen"}
            aria-keyshortcuts={isOpen ? "e" : undefined}
          >
            {isOpen && <Icon name="check" />}
            {isOpen ? "Resolve" : "Reopen"}
          </button>
        </ActForm>
        {isOpen && <ResolveMenu {...{ aim, releases, wrong }} />}
      </div>
      {isOpen && (
        <div className="split">
          <ActForm {...aim}>
            <button name="intent" value="ignore" aria-keyshortcuts="i">
              Ignore
            </button>
          </ActForm>
          <IgnoreMenu {...{ aim, wrong }} />
        </div>
      )}
      <MoreActions {...{ aim, project, issue, people, me, wrong }} />
    </div>
  );
}
