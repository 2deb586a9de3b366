import { Pairs } from "#app/ui/pairs.tsx";
import type { UserInfo } from "#server/domain/event/error-event.ts";
import type { Json } from "#server/domain/json.ts";

/** Who it happened to, as far as the client said. */
export function UserPart({ user }: { user?: UserInfo }) {
  if (!user) return null;
  const { data = {}, ...named } = user;
  const pairs = Object.entries({ ...named, ...data } as { [name: string]: Json | undefined });
  const said = pairs.filter((pair): pair is [string, Json] => pair[1] !== undefined);
  if (said.length === 0) return null;
  return (
    <section className="part">
      <h2>User</h2>
      <Pairs caption="User" pairs={said} />
    </section>
  );
}
