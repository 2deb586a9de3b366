import { href } from "react-router";
import { requireProject } from "#app/guard.ts";
import { FormError } from "#app/ui/form/form-error.tsx";
import type { Route } from "./+types/project.ts";
import { actOnShares } from "./act.ts";
import { ShareTable } from "./share-table.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

/** All share links of the project. */
export async function loader(args: Route.LoaderArgs) {
  const { services, project } = await requireProject(args, "issue:triage");
  return {
    name: project.name,
    shares: await services.store.shares.list(project.id),
    now: services.now(),
  };
}

export async function action(args: Route.ActionArgs) {
  const asked = await requireProject(args, "issue:triage");
  return actOnShares(
    { ...asked, ...args },
    href("/:project/settings/shares", { project: asked.project.slug }),
  );
}

export default function ProjectShares({
  loaderData,
  actionData,
  params: { project },
}: Route.ComponentProps) {
  const { name, shares, now } = loaderData;
  return (
    <>
      <title>{`Share links · ${name} · Spoor`}</title>
      <SettingsPart
        title="Share links"
        text="Anyone with a link can view one issue or one trace without signing in."
        isWide
      >
        <FormError wrong={actionData && "wrong" in actionData ? actionData.wrong : undefined} />
        {shares.length > 0 ? (
          <ShareTable {...{ project, shares, now }} isMixed />
        ) : (
          <p className="empty">
            No share links yet. Use “Share…” on an issue or a trace to create one.
          </p>
        )}
      </SettingsPart>
    </>
  );
}
