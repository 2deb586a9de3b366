import type { ComponentProps } from "react";
import { Form, href, useLocation } from "react-router";
import type { IssuePeople } from "./discussion/read-people.ts";
import { IssueSide } from "./issue-side.tsx";

type Props = Omit<ComponentProps<typeof IssueSide>, "children"> &
  Pick<ComponentProps<typeof PeopleSide>, "people">;

/** The side column of an issue. */
export function IssueSidebar({ people, ...side }: Props) {
  const { project, issue } = side;
  return (
    <IssueSide {...side}>
      <PeopleSide
        people={people}
        action={href("/:project/issues/:issue", { project, issue: issue.shortId })}
      />
    </IssueSide>
  );
}

/** Subscribers, and owners by the project's rules. `action`: the issue's own path. */
function PeopleSide({ people, action }: { people: IssuePeople; action: string }) {
  const { names, takesPart, maySubscribe, suggested } = people;
  const { pathname, search } = useLocation();
  return (
    <>
      {suggested && (
        <section>
          <h2>Suggested owners</h2>
          <p>
            {suggested.names.join(", ")}{" "}
            <span className="meta">
              ownership rules, line {suggested.line}: <code>{suggested.rule}</code>
            </span>
          </p>
        </section>
      )}
      <section>
        <div className="row between">
          <h2>Subscribers</h2>
          {maySubscribe && (
            <Form method="post" action={action} preventScrollReset>
              <input type="hidden" name="next" value={pathname + search} />
              <button
                className="quiet"
                name="intent"
                value={takesPart ? "unsubscribe" : "subscribe"}
              >
                {takesPart ? "Unsubscribe" : "Subscribe"}
              </button>
            </Form>
          )}
        </div>
        <p>{names.length === 0 ? "No subscribers." : names.join(", ")}</p>
      </section>
    </>
  );
}
