import type { DatabaseSync } from "node:sqlite";
import { fewValues, keysShown, passedOver } from "#server/storage/layout/facet-keys.ts";
import type { Frequency } from "#server/storage/facet-store.ts";
import type { IssueStore } from "#server/storage/store.ts";
import type { FindEnvironment } from "./issue-asked.ts";
import { issuePlaces } from "./issue-list.ts";
import { levelOf } from "#server/storage/layout/issue-standing.ts";
import { prepare } from "./statement.ts";

const telling = `SELECT k.key FROM tag_terms k WHERE k.project_id = ? AND k.value IS NULL
  AND k.key NOT IN (${passedOver.map((key) => `'${key}'`).join()})
  AND (SELECT count(*) FROM (SELECT 1 FROM tag_terms v
    WHERE v.project_id = k.project_id AND v.key = k.key AND v.value IS NOT NULL LIMIT ${fewValues + 1}))
    BETWEEN 2 AND ${fewValues}
  ORDER BY k.issues DESC, k.key LIMIT ${keysShown}`;

// Each looks into the issues chosen alone: a few reads an issue, however many there are besides.
const chosen = "FROM json_each(:ids) c CROSS JOIN";
const ranked = "GROUP BY 1 ORDER BY issues DESC, text LIMIT :values";
const levels = `SELECT i.level AS text, count(*) AS issues ${chosen} issues i ON i.id = c.value ${ranked}`;
const environments = `SELECT n.name AS text, count(*) AS issues ${chosen} issue_environments e ON e.issue_id = c.value
  JOIN environments n ON n.id = e.environment_id WHERE n.name <> '' ${ranked}`;
// All keys at once, ranked below: a statement for each read the same issues five times, for twice the processor time.
const values = `SELECT t.key, t.value AS text, count(*) AS issues ${chosen} issue_tags t ON t.issue_id = c.value
  AND t.key IN (SELECT value FROM json_each(:keys)) GROUP BY 1, 2`;
const assignees = `SELECT u.name AS text, u.email, count(*) AS issues ${chosen} issues i ON i.id = c.value
  LEFT JOIN users u ON u.id = i.assignee_id GROUP BY i.assignee_id ORDER BY issues DESC, text`;

export function readFacets(reader: DatabaseSync, findEnvironment: FindEnvironment): IssueStore["facets"] {
  const keys = prepare<{ key: string }>(reader, telling);
  const byLevel = prepare<{ text: number; issues: number }>(reader, levels);
  const byEnvironment = prepare<Frequency>(reader, environments);
  const byValue = prepare<Frequency & { key: string }>(reader, values);
  const byAssignee = prepare<{ text: string | null; email: string; issues: number }>(reader, assignees);

  return async (filter, most) => {
    const { places, next } = issuePlaces(reader, { ...filter, sort: "last-seen", limit: most.issues }, findEnvironment);
    const ids = JSON.stringify(places.map(({ id }) => id));
    const among = { ids, values: most.values };
    const people = byAssignee.all({ ids });
    const shown = keys.all(filter.projectId).map(({ key }) => key);
    const found = Map.groupBy(byValue.all({ ids, keys: JSON.stringify(["release", ...shown]) }), ({ key }) => key);
    const frequent = (key: string) => (found.get(key) ?? []).map(plain).toSorted(byFrequency).slice(0, most.values);
    return {
      issues: places.length,
      isAll: next === undefined,
      levels: byLevel.all(among).map(({ text, issues }) => ({ text: levelOf(text), issues })),
      environments: byEnvironment.all(among).map(plain),
      releases: frequent("release"),
      assignees: people
        .flatMap(({ text, email, issues }) => (text === null ? [] : { text, email, issues }))
        .slice(0, most.values),
      unassigned: people.find(({ text }) => text === null)?.issues ?? 0,
      tags: shown.filter((key) => found.has(key)).map((key) => ({ key, values: frequent(key) })),
    };
  };
}

const plain = ({ text, issues }: Frequency): Frequency => ({ text, issues });
const byFrequency = (a: Frequency, b: Frequency): number => b.issues - a.issues || (a.text < b.text ? -1 : 1);
