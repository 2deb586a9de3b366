import type { AlertRuleId } from "#server/domain/ids.ts";
import type { Notice } from "#server/domain/notice/notice.ts";
import type { Project } from "#server/domain/project/project.ts";
import { nameOf, oneLine } from "./issue-notice.ts";
import type { AlertRule } from "./rule.ts";
import { conditionWords } from "./words.ts";

type TestedRule = Pick<AlertRule, "name" | "when"> & { id?: AlertRuleId };

/** A rule's test notification; without an ID, the rule is not saved. */
export function testNotice(rule: TestedRule, project: Project): Notice {
  return {
    kind: "test",
    subject: oneLine(`Test of alert rule “${rule.name}”`),
    body: [
      "This is a test notification. No alert was triggered.",
      `Condition: ${conditionWords(rule.when)}.`,
    ],
    facts: [],
    about:
      rule.id === undefined
        ? { text: "View alert rules", path: `/${project.slug}/alerts` }
        : { text: "View rule", path: `/${project.slug}/alerts/${rule.id}` },
    project: nameOf(project),
  };
}
