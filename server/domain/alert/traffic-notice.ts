import type { Notice } from "#server/domain/notice/notice.ts";
import type { Project } from "#server/domain/project/project.ts";
import { issueNotice, type IssueStory, nameOf } from "./issue-notice.ts";
import type { AlertCondition } from "./rule.ts";
import { grouped } from "#server/domain/count.ts";
import { windowWords, withinWords } from "./words.ts";

type Frequency = Extract<AlertCondition, { kind: "frequency" }>;
type Spike = Extract<AlertCondition, { kind: "spike" }>;

/** Counting stops here: the exact number is not needed. */
export const countedMost = 10_000;

/** `still`: notified before, and still true. Without `story`, it is about the whole project. */
export type NoticeContext = { project: Project; story?: IssueStory; still: boolean };

export function frequencyNotice(when: Frequency, count: number, telling: NoticeContext): Notice {
  const amount = `${count > countedMost ? `over ${grouped(countedMost)}` : grouped(count)} ${when.measure}`;
  const within = `in the last ${windowWords(when.windowMinutes)}`;
  const bound = `Threshold: more than ${grouped(when.moreThan)} ${when.measure} in ${withinWords(when.windowMinutes)}.`;
  const [verb, affected] = when.measure === "users" ? ["affected", " affected"] : ["had", ""];
  const says = {
    issue: `${verb} ${amount} ${within}`,
    project: `${amount}${affected} ${within}`,
    usual: "",
    bound,
  };
  return trafficNotice("frequency", telling, says);
}

export function spikeNotice(
  when: Spike,
  { count, usual }: { count: number; usual: number },
  telling: NoticeContext,
): Notice {
  const amount = `${grouped(count)} events this hour`;
  const baseline = usual < 1 ? "almost none" : `about ${grouped(Math.round(usual))}`;
  const bound = `Baseline: the same hour of the past seven days. Threshold: more than ${when.factor} times the baseline.`;
  const says = { issue: `has ${amount}`, project: amount, usual: ` (usually ${baseline})`, bound };
  return trafficNotice("spike", telling, says);
}

/** `issue` follows the issue's short ID; `project` stands alone. */
type Says = { issue: string; project: string; usual: string; bound: string };

function trafficNotice(
  kind: "frequency" | "spike",
  { project, story, still }: NoticeContext,
  says: Says,
): Notice {
  const again = still ? "Still firing: " : "";
  if (story) {
    const told = `${story.issue.shortId} ${says.issue}`;
    return issueNotice(kind, story, {
      headline: `${again}${told}`,
      sentences: [`${told}${says.usual}.`, says.bound],
    });
  }
  const told = `${says.project} across all issues`;
  return {
    kind,
    subject: `${again}${told}`,
    body: [`${project.name}: ${told}${says.usual}.`, says.bound],
    facts: [],
    about: { text: "View issues", path: `/${project.slug}/issues?sort=last-seen` },
    project: nameOf(project),
  };
}
