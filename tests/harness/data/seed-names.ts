import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Names in an older folder, from before limits on names existed. */
export type NameSeeds = { project: number; issue: number; count: number };

const numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count)";

const statements = [
  `${numbers} INSERT OR IGNORE INTO environments (project_id, name) SELECT :project, 'made-up-environment-' || i FROM n`,
  `INSERT INTO issue_environments (issue_id, environment_id, first_seen, last_seen) SELECT :issue, id, 1, 1 FROM environments
    WHERE project_id = :project AND name LIKE 'made-up-%'`,
  `${numbers} INSERT INTO releases (project_id, version, first_seen, last_seen)
    SELECT :project, 'made-up@' || i, 1000 + i, 1000 + i FROM n`,
  `${numbers} INSERT INTO services (project_id, name) SELECT :project, 'made-up-service-' || i FROM n`,
  `${numbers} INSERT INTO rollup_releases (project_id, version) SELECT :project, 'made-up@' || i FROM n`,
  `INSERT INTO rollup_days SELECT :project, :today, 'made-up-service-' || id, 0, id FROM rollup_releases
    WHERE project_id = :project`,
  `${numbers} INSERT INTO issue_tag_keys (issue_id, key, distinct_values, uncounted) SELECT :issue, 'made_up_' || i, 1, 0 FROM n`,
  `${numbers} INSERT INTO issue_tags (issue_id, key, value, count, last_seen) SELECT :issue, 'made_up_' || i, 'x', 1, 1 FROM n`,
  `${numbers} INSERT INTO fingerprints (project_id, hash, issue_id, algorithm, first_seen)
    SELECT :project, printf('%032x', i), :issue, 'spoor-1', 1 FROM n`,
  `${numbers} INSERT INTO operations (project_id, service, kind, route) SELECT :project, 'web', 'page', '/made-up/' || i FROM n`,
];

/** Inserts `count` names of every dimension into a running server's folder. */
export function seedNames(dataFolder: string, { project, issue, count }: NameSeeds): void {
  inDatabase(dataFolder, (database) => {
    const today = Math.floor(Date.now() / 86_400_000) * 86_400_000;
    database.exec("BEGIN IMMEDIATE");
    for (const sql of statements) {
      const statement = database.prepare(sql);
      statement.setAllowUnknownNamedParameters(true);
      statement.run({ project, issue, count, today });
    }
    database.exec("COMMIT");
  });
}

/**
 * Makes reading the service list take that many steps of some hundred nanoseconds, like a slow
 * disk. Afterward nothing may be traced into the project, and no thread may open the database.
 */
export function slowServices(dataFolder: string, steps: number): void {
  inDatabase(dataFolder, (database) => {
    database.exec(`DROP TABLE services; CREATE VIEW services (project_id, name) AS
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${steps})
      SELECT max(i), 'slow' FROM n`);
  });
}

function inDatabase(dataFolder: string, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(join(dataFolder, "spoor.db"), { timeout: 20_000 });
  try {
    work(database);
  } finally {
    database.close();
  }
}
