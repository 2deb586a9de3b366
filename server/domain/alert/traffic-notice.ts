import type { Notice } from "#server/domain/notice/notice.ts";
import type { Project } from "#server/domain/project/project.ts";
import { issueNotice, type IssueStory, nameOf } from "./issue-notice.ts";
import type { AlertCondition } from "./rule.ts";
import { grouped } from "#server/domain/count.ts";
import { windowWords, withinWords } from "./words.ts";

type Frequency = Extract<AlertCondition, { kind: "frequency" }>;
type Spike = Extract<AlertCondition, { kind: "spike" }>;

/** Counting stops here: nobody needs to know how many more. */
export const countedMost = 10_000;

/** `still`: it was told before, and is so yet. `story` absent: it is about the whole project. */
export type Telling = { project: Project; story?: IssueStory; still: boolean };

export function frequencyNotice(when: Frequency, count: number, telling: Telling): Notice {
  const amount = `${count > countedMost ? `over ${grouped(countedMost)}` : grouped(count)} ${when.measure}`;
  const within = `in the last ${windowWords(when.windowMinutes)}`;
  const bound = `Threshold: more than ${grouped(when.moreThan)} ${when.measure} in ${withinWords(when.windowMinutes)}.`;
  return trafficNotice("frequency", telling, `${amount} ${within}`, `had ${amount} ${within}`, bound);
}

export function spikeNotice(when: Spike, { count, usual }: { count: number; usual: number }, telling: Telling): Notice {
  const amount = `${grouped(count)} events this hour`;
  const beside = usual < 1 ? "where almost none are usual" : `where about ${grouped(Math.round(usual))} are usual`;
  const bound = `Usual is the same hour of the past seven days. Threshold: more than ${when.factor} times that.`;
  return trafficNotice("spike", telling, amount, `has ${amount}, ${beside}`, bound);
}

function trafficNotice(
  kind: "frequency" | "spike",
  { project, story, still }: Telling,
  amount: string,
  says: string,
  bound: string,
): Notice {
  const again = still ? "Still " : "";
  if (story) {
    const { shortId } = story.issue;
    const sentences = [`${shortId} ${says}.`, bound];
    return issueNotice(kind, story, { headline: `${again}${amount} of ${shortId}`, sentences });
  }
  return {
    kind,
    subject: `${again}${amount} in the whole project`,
    body: [`${project.name} ${says}, all issues together.`, bound],
    facts: [],
    about: { text: "Open issues", path: `/${project.slug}/issues?sort=last-seen` },
    project: nameOf(project),
  };
}
