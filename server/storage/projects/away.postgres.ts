import type { ProjectId } from "#server/domain/ids.ts";
import { isCluster } from "#server/storage/postgres/cluster.ts";
import { NodeAway, type Query } from "#server/storage/postgres/database.ts";
import type { ProjectStore } from "./project-store.ts";

// Placements are known to the coordinator.
const selectNodes = `SELECT p.id, s.groupid AS node FROM projects p
  JOIN pg_dist_placement s ON s.shardid = get_shard_id_for_distribution_column('issues', p.id)`;
const selectOne = "SELECT id FROM issues WHERE project_id = $1 LIMIT 1";

/** Asks for one project of each node. */
export const awayProjects =
  (query: Query): ProjectStore["away"] =>
  async () => {
    if (!(await isCluster(query))) return new Set();
    const rows = await query<{ id: ProjectId; node: number }>(selectNodes);
    const nodes = [...Map.groupBy(rows, ({ node }) => node).values()];
    const answers = await Promise.allSettled(nodes.map(([any]) => query(selectOne, any!.id)));
    const away = nodes.filter((_, at) => {
      const answer = answers[at]!;
      return answer.status === "rejected" && answer.reason instanceof NodeAway;
    });
    return new Set(away.flat().map(({ id }) => id));
  };
