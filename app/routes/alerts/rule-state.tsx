import { counted } from "#server/domain/count.ts";
import { Time } from "#app/ui/format/time.tsx";
import { forever } from "#server/domain/alert/rule.ts";
import { isMail } from "#server/domain/alert/shown-channel.ts";
import type { ShownRule } from "./shown-rule.ts";

/** Whether a rule can notify now, and the number of subjects over its threshold. */
export function RuleState({
  rule,
  mailIsOn,
  now,
}: {
  rule: ShownRule;
  mailIsOn: boolean;
  now: number;
}) {
  const { mutedUntil = 0, channels, firing } = rule;
  if (mutedUntil === forever) return <span className="badge">Muted</span>;
  if (mutedUntil > now)
    return (
      <>
        <span className="badge">Muted</span> until <Time at={mutedUntil} now={now} />
      </>
    );
  if (!mailIsOn && channels.every(isMail)) return <span className="badge">Paused: no email</span>;
  if (firing > 0)
    return <span className="badge regressed">Firing for {counted(firing, "subject")}</span>;
  return <span className="badge resolved">Active</span>;
}
