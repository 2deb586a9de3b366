import { still } from "#app/enhance/still.tsx";
import { notFound, requireProject } from "#app/guard.ts";
import type { Route } from "./+types/page.ts";
import { ReleaseHead } from "./release-head.tsx";
import { releaseScope } from "./release-window.ts";
import { suspectsOf } from "./suspects.ts";
import { shownReading } from "./shown-reading.ts";
import "#app/ui/styles/performance.css";

/** The version is the rest of the path, with encoded or plain slashes. */
export async function loader(args: Route.LoaderArgs) {
  const asked = await requireProject(args, "project:read");
  const { services, project } = asked;
  const now = services.now();
  const scope = releaseScope(args.url.searchParams, now);
  const [reading, marks] = await Promise.all([
    services.readRelease(project, args.params["*"] ?? "", scope),
    services.readReleaseMarks(project.id, scope),
  ]);
  if (!reading) throw notFound(args, "This release doesn't exist in this project.");
  const suspects = await suspectsOf(asked, reading);
  return { shown: shownReading(reading), window: scope.window, suspects, marks, now };
}

const ReleaseBody = still(async () => (await import("./release-body.tsx")).ReleaseBody);

export default function ReleasePage({ loaderData, params: { project } }: Route.ComponentProps) {
  const { shown, window, suspects, marks, now } = loaderData;
  return (
    <article>
      <ReleaseHead {...{ project, shown, window, now }} />
      <ReleaseBody {...{ project, shown, suspects, marks, now }} />
    </article>
  );
}
