import type { AskedInProject } from "#app/guard.ts";

/** Whether the project holds sample data, whose rules are muted (`sample-data/shop-acts.ts`). */
export const isSample = async ({ services, project }: AskedInProject): Promise<boolean> =>
  (await services.sampleData.state()).project?.id === project.id;

/** No member muted these rules, and email has nothing to do with it. */
export const SampleNote = () => (
  <p>
    Sample data is loaded with its alert rules muted, so that it sends no notifications. Unmute a
    rule to try it.
  </p>
);
