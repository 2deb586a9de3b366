import { SampledSentence } from "#app/ui/form/sampled-sentence.tsx";
import { Legend } from "../legend.tsx";
import type { Loaded } from "../page.tsx";
import { RouteIssues } from "./route-issues.tsx";

type EndProps = Pick<Loaded, "shown" | "traces" | "now"> & { project: string; search: string };

/** What follows the traces: how they were sampled, the route's issues, and how to read the page. */
export function RouteEnd({ project, shown, traces, search, now }: EndProps) {
  return (
    <>
      <SampledSentence traces={traces} />
      <RouteIssues {...{ project, issues: shown.issues, search, now }} />
      <Legend />
    </>
  );
}
