import { requireOwner } from "#app/guard.ts";
import { AuditPage } from "#app/routes/audit/audit-page.tsx";
import { listAudit } from "#app/routes/audit/list-audit.ts";
import type { Route } from "./+types/audit.ts";

export function loader(args: Route.LoaderArgs) {
  return listAudit(requireOwner(args).services, args.url.searchParams);
}

export default function Audit({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <title>Audit log · Spoor</title>
      <AuditPage caption="Audit log of this instance, newest first" {...loaderData} />
    </>
  );
}
