import type { DatabaseSync } from "node:sqlite";
import type { AlertStore, Evaluation } from "#server/storage/alert-store.ts";
import { type FiringRow, isAsJudged } from "#server/storage/layout/alert-row.ts";
import { addNotices } from "./notices.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

// A rule that was removed while it was evaluated has no row to point at.
const putFiring = `INSERT INTO alert_firings (rule_id, subject, from_at, told_at) SELECT id, ?2, ?3, ?4
  FROM alert_rules WHERE id = ?1 ON CONFLICT DO UPDATE SET from_at = excluded.from_at, told_at = excluded.told_at`;

/** What an evaluation came to, in one transaction. */
export function recordEvaluation(writer: DatabaseSync, write: Write): AlertStore["record"] {
  const { insert, move } = addNotices(writer);
  const fired = prepare(writer, "UPDATE alert_rules SET last_fired_at = ?2 WHERE id = ?1 AND project_id = ?3");
  const put = prepare(writer, putFiring);
  const end = prepare(writer, "DELETE FROM alert_firings WHERE rule_id = ? AND subject = ?");
  const present = prepare<FiringRow>(writer, "SELECT subject, from_at, told_at FROM alert_firings WHERE rule_id = ?");

  return ({ notices, firings, place, judged }: Evaluation) =>
    write(() => {
      if (judged && !isAsJudged(present.all(judged.ruleId), judged)) return;
      if (place && !move(place)) return;
      for (const notice of notices) {
        if (fired.run(notice.to.ruleId, notice.at, notice.projectId) > 0) insert(notice);
      }
      for (const { ruleId, subject, firing } of firings) {
        if (firing) put.run(ruleId, subject, firing.from, firing.toldAt);
        else end.run(ruleId, subject);
      }
    });
}
