import { requireIssue } from "#app/guard.ts";
import { Time } from "#app/ui/time.tsx";
import type { Activity } from "#server/domain/issue/activity.ts";
import type { Route } from "./+types/activity.ts";
import { activitySentence } from "./activity-sentence.ts";

export async function loader(args: Route.LoaderArgs) {
  const { services, issue } = await requireIssue(args, "issue:read");
  return { activity: await services.store.issues.activity(issue.id), now: services.now() };
}

export default function ActivityPage({
  loaderData: { activity, now },
  params: { project, issue },
}: Route.ComponentProps) {
  return (
    <>
      <title>{`Activity · ${issue} · ${project} · Spoor`}</title>
      <h2 className="hidden">Activity</h2>
      <ol className="activity">
        {activity.map((entry, index) => (
          <li key={index}>
            <span>
              <b>{actor(entry)}</b> {activitySentence(entry.what)}
            </span>{" "}
            <span className="meta">
              <Time at={entry.at} now={now} />
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

function actor({ by, byName }: Activity & { byName?: string }): string {
  if (by.kind === "system") return "Spoor";
  return byName ?? "A former user";
}
