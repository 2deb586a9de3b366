import { Form, useLocation } from "react-router";
import type { IssuePeople } from "./read-people.ts";

/** Beside the issue: who hears of it, and whose it is by the project's rules. `action`: the issue's own path. */
export function PeopleSide({ people, action }: { people: IssuePeople; action: string }) {
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
        <h2>Subscribers</h2>
        <p>{names.length === 0 ? "No subscribers." : names.join(", ")}</p>
        {maySubscribe && (
          <Form method="post" action={action} preventScrollReset>
            <input type="hidden" name="next" value={pathname + search} />
            <button className="quiet" name="intent" value={takesPart ? "unsubscribe" : "subscribe"}>
              {takesPart ? "Unsubscribe" : "Subscribe"}
            </button>
          </Form>
        )}
      </section>
    </>
  );
}
