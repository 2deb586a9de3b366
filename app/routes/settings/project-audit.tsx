import { requireProject } from "#app/guard.ts";
import { AuditPage } from "#app/routes/audit/audit-page.tsx";
import { listAudit } from "#app/routes/audit/list-audit.ts";
import type { Route } from "./+types/project-audit.ts";

export async function loader(args: Route.LoaderArgs) {
  const { services, project } = await requireProject(args, "project:change");
  return { name: project.name, ...(await listAudit(services, args.url.searchParams, project.id)) };
}

export default function ProjectAudit({ loaderData: { name, ...log } }: Route.ComponentProps) {
  return (
    <>
      <title>{`Audit log · ${name} · Spoor`}</title>
      <AuditPage caption={`Audit log of ${name}, newest first`} {...log} />
    </>
  );
}
