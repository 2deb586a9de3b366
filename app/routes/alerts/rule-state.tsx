import { counted } from "#app/ui/count.ts";
import { Time } from "#app/ui/time.tsx";
import { forever } from "#server/domain/alert/rule.ts";
import { isMail } from "#server/domain/alert/shown-channel.ts";
import type { ShownRule } from "./shown-rule.ts";

/** Whether a rule would tell anybody now, and whether it has something to tell of that is not over. */
export function RuleState({ rule, mailIsOn, now }: { rule: ShownRule; mailIsOn: boolean; now: number }) {
  const { mutedUntil = 0, channels, firing } = rule;
  if (mutedUntil === forever) return <span className="badge">muted</span>;
  if (mutedUntil > now)
    return (
      <>
        <span className="badge">muted</span>, ends <Time at={mutedUntil} now={now} />
      </>
    );
  if (!mailIsOn && channels.every(isMail)) return <span className="badge">off: no mail server</span>;
  if (firing > 0) return <strong>firing about {counted(firing, "thing")}</strong>;
  return <span className="meta">on</span>;
}
