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
const values = `SELECT t.value AS text, count(*) AS issues ${chosen} issue_tags t ON t.issue_id = c.value AND t.key = :key ${ranked}`;
const assignees = `SELECT u.name AS text, u.email, count(*) AS issues ${chosen} issues i ON i.id = c.value
  LEFT JOIN users u ON u.id = i.assignee_id GROUP BY i.assignee_id ORDER BY issues DESC, text`;

export function readFacets(reader: DatabaseSync, findEnvironment: FindEnvironment): IssueStore["facets"] {
  const keys = prepare<{ key: string }>(reader, telling);
  const byLevel = prepare<{ text: number; issues: number }>(reader, levels);
  const byEnvironment = prepare<Frequency>(reader, environments);
  const byValue = prepare<Frequency>(reader, values);
  const byAssignee = prepare<{ text: string | null; email: string; issues: number }>(reader, assignees);

  return async (filter, most) => {
    const { places, next } = issuePlaces(reader, { ...filter, sort: "last-seen", limit: most.issues }, findEnvironment);
    const ids = JSON.stringify(places.map(({ id }) => id));
    const among = { ids, values: most.values };
    const people = byAssignee.all({ ids });
    return {
      issues: places.length,
      isAll: next === undefined,
      levels: byLevel.all(among).map(({ text, issues }) => ({ text: levelOf(text), issues })),
      environments: byEnvironment.all(among).map(plain),
      releases: byValue.all({ ...among, key: "release" }).map(plain),
      assignees: people
        .flatMap(({ text, email, issues }) => (text === null ? [] : { text, email, issues }))
        .slice(0, most.values),
      unassigned: people.find(({ text }) => text === null)?.issues ?? 0,
      tags: keys.all(filter.projectId).flatMap(({ key }) => {
        const found = byValue.all({ ...among, key }).map(plain);
        return found.length > 0 ? { key, values: found } : [];
      }),
    };
  };
}

const plain = ({ text, issues }: Frequency): Frequency => ({ text, issues });
