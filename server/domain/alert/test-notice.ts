import type { Notice } from "#server/domain/notice/notice.ts";
import type { Project } from "#server/domain/project/project.ts";
import { nameOf, oneLine } from "./issue-notice.ts";
import type { AlertRule } from "./rule.ts";
import { conditionWords } from "./words.ts";

/** What a rule sends to see whether it arrives. */
export function testNotice(rule: AlertRule, project: Project): Notice {
  return {
    kind: "test",
    subject: oneLine(`Test of alert rule “${rule.name}”`),
    body: [
      "This is a test notification. No alert was triggered.",
      `The rule notifies you when: ${conditionWords(rule.when)}.`,
    ],
    facts: [],
    about: { text: "Open rule", path: `/${project.slug}/alerts/${rule.id}` },
    project: nameOf(project),
  };
}
