import { requireViewer } from "#app/guard.ts";
import { Facts } from "#app/ui/facts.tsx";
import type { Route } from "./+types/profile.ts";

export function loader(args: Route.LoaderArgs) {
  const { name, email, role } = requireViewer(args).viewer.user;
  return { name, email, role };
}

export default function Profile({ loaderData: { name, email, role } }: Route.ComponentProps) {
  return (
    <>
      <title>Profile · Spoor</title>
      <h1>Profile</h1>
      <Facts
        facts={[
          ["Name", name],
          ["Mail address", email],
          ["Role", role],
        ]}
      />
    </>
  );
}
