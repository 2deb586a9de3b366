/** Every column of an issue that leaves the store. Ends before WHERE; `i` is the issue. */
export const selectIssue = `SELECT i.id, i.project_id, i.number, p.prefix, i.type, i.value, i.culprit, i.level,
  i.platform, i.standing, i.event_count, i.user_count, i.first_seen, i.last_seen, i.newest_event, i.first_release, i.last_release,
  i.assignee_id, u.name AS assignee_name, i.unhandled
  FROM issues i JOIN projects p ON p.id = i.project_id LEFT JOIN users u ON u.id = i.assignee_id`;
