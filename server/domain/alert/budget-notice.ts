import type { Notice } from "#server/domain/notice/notice.ts";
import type { Project } from "#server/domain/project/project.ts";
import { nameOf, oneLine } from "./issue-notice.ts";
import { grouped } from "#server/domain/count.ts";
import { windowWords } from "./words.ts";

/** A measured value and its threshold as text. `what`: `p95 of /checkout`. */
export type BudgetStory = {
  kind: "route" | "vital";
  project: Project;
  what: string;
  value: string;
  budget: string;
  samples: number;
  windowMinutes: number;
  environment: string;
  page: Notice["about"];
};

export function overBudgetNotice(story: BudgetStory, still: boolean): Notice {
  const { what, value, budget, windowMinutes } = story;
  const subject = `${what} is ${still ? "still " : ""}${value}, above ${budget}`;
  return noticeOf(story, subject, [
    `In the last ${windowWords(windowMinutes)}, ${what} was ${value}. The threshold is ${budget}.`,
    "Open the page to see when it started, in which releases, and where the time is spent.",
  ]);
}

export function backUnderNotice(story: BudgetStory): Notice {
  const { what, value, budget } = story;
  const subject = `${what} recovered: below ${budget}`;
  const sentence = `${what} is now ${value}, within the threshold of ${budget}.`;
  return { ...noticeOf(story, subject, [sentence]), isRecovered: true };
}

function noticeOf(
  { kind, project, samples, environment, page }: BudgetStory,
  subject: string,
  body: string[],
): Notice {
  return {
    kind,
    subject: oneLine(subject),
    body: body.map((sentence) => oneLine(sentence, 500)),
    facts: [
      { label: kind === "route" ? "Requests" : "Visits", value: grouped(Math.round(samples)) },
      ...(environment === "" ? [] : [{ label: "Environment", value: environment }]),
    ],
    about: page,
    project: nameOf(project),
  };
}
