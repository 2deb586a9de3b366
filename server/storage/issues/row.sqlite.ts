import { storedColumns } from "./row.ts";

/**
 * The issue's names from other tables in one statement, for the list and the digest. Ends before
 * WHERE; `i` is the issue.
 */
export const selectIssue = `SELECT ${storedColumns}, p.prefix, u.name AS assignee_name
  FROM issues i JOIN projects p ON p.id = i.project_id LEFT JOIN users u ON u.id = i.assignee_id`;
