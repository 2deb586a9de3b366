/**
 * How far each process has stored its spool, by project: processes store projects independently, and one project may have to wait
 * while others go on. The process's row in `digests` is the position up to which all of its projects are stored.
 */
export const projectCursors0009 = `
CREATE TABLE project_cursors (
  project_id bigint NOT NULL,
  process text COLLATE "C" NOT NULL,
  segment bigint NOT NULL,
  position bigint NOT NULL,
  PRIMARY KEY (project_id, process)
) WITH (fillfactor = 50);
`;
