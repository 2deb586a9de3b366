import { href, Link } from "react-router";
import { Pairs } from "#app/ui/pairs.tsx";
import type { UserInfo } from "#server/domain/event/error-event.ts";
import type { Json } from "#server/domain/json.ts";

type Props = {
  project: string;
  user?: UserInfo;
  /** A search for all issues of the user. */ search?: string;
};

/** The user affected, as far as the client said. */
export function UserPart({ project, user, search }: Props) {
  if (!user) return null;
  const { data = {}, ...named } = user;
  const pairs = Object.entries({ ...named, ...data } as { [name: string]: Json | undefined });
  const said = pairs.filter((pair): pair is [string, Json] => pair[1] !== undefined);
  if (said.length === 0) return null;
  return (
    <section className="part">
      <h2>User</h2>
      {search && (
        <p>
          <Link to={{ pathname: href("/:project/issues", { project }), search }}>
            All issues of this user
          </Link>
        </p>
      )}
      <Pairs caption="User" pairs={said} />
    </section>
  );
}
