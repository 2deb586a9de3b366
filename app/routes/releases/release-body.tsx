import type { ReleaseMark } from "#server/domain/release/mark.ts";
import { Artifacts } from "./artifacts.tsx";
import { Commits } from "./commits.tsx";
import { Deploys } from "./deploys.tsx";
import { HealthTrend } from "./health-trend.tsx";
import { ReleaseFigures } from "./release-figures.tsx";
import { ReleaseIssues } from "./release-issues.tsx";
import { RouteChanges } from "./route-changes.tsx";
import type { ShownReading } from "./shown-reading.ts";
import type { Suspects } from "./suspects.ts";

type BodyProps = {
  project: string;
  shown: ShownReading;
  suspects: Suspects;
  marks: ReleaseMark[];
  now: number;
};

/** A release's adoption, issues, route changes, and artifacts. */
export function ReleaseBody({ project, shown, suspects, marks, now }: BodyProps) {
  return (
    <>
      <ReleaseFigures entry={shown.entry} measure={shown.measure} />
      <HealthTrend {...shown} marks={marks} now={now} />
      <div className="duo">
        <div>
          <ReleaseIssues
            {...{ project, lists: shown.issueLists, counts: shown.entry.issues, now }}
          />
        </div>
        <Commits {...{ project, suspects, now }} commits={shown.commits} />
      </div>
      <RouteChanges
        {...{
          project,
          routes: shown.routes,
          version: shown.entry.version,
          previous: shown.entry.previous,
        }}
      />
      <Deploys deploys={shown.allDeploys} now={now} />
      <Artifacts bundles={shown.bundles} now={now} />
    </>
  );
}
