import type { Reading } from "#server/jobs/alert-readings.ts";
import type { AlertRule } from "#server/domain/alert/rule.ts";
import type { RuleDraft } from "#server/domain/alert/rule-form.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Doer } from "#server/people-services.ts";

/** The part of `Commands` (services.ts) by which rules are made and changed. All but mutes leave a trace in the audit log. */
export interface AlertCommands {
  makeAlertRule(by: Doer, project: Project, draft: RuleDraft): Promise<MadeRule | Problem>;
  /** What watches something else from now on tells nothing of the past. "conflict" when it is gone. */
  changeAlertRule(by: Doer, project: Project, rule: AlertRule, draft: RuleDraft): Promise<MadeRule | Problem>;
  /** Until then nothing is told, nor later of what came up meanwhile; undefined: tells again. */
  muteAlertRule(project: Project, rule: AlertRule, until: number | undefined): Promise<AlertRule | Problem>;
  /** The old secret proves nothing from then on. "invalid" when no webhook has one. */
  rotateAlertSecret(by: Doer, project: Project, rule: AlertRule): Promise<MadeRule | Problem>;
  removeAlertRule(by: Doer, project: Project, rule: AlertRule): Promise<Problem | undefined>;
  /**
   * Goes the way of every notice of the rule, but at once, muted or not; answers once each channel was tried, or after a few
   * seconds. What became of it stands in the rule's history.
   */
  testAlertRule(project: Project, rule: AlertRule): Promise<void>;
}

/** `secret`: of a webhook that has a new one. It is stored sealed and shown in this answer alone. */
export type MadeRule = { rule: AlertRule; secret?: string };

/** How a rule stands now, whatever it told before, and how often it would have told something in the last seven days. */
export type ReadAlertRule = (project: Project, rule: AlertRule) => Promise<AlertReading>;
export type AlertReading = {
  /** The highest first; none for rules that follow a log. */
  standings: Pick<Reading, "subject" | "isTrue" | "what" | "value" | "path">[];
  /** Undefined: not computed for such a rule. `atLeast`: counting stopped there. */
  lastWeek?: { times: number; atLeast: boolean };
};
