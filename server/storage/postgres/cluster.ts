import { NodeAway, type Query } from "./database.ts";

const extension = "SELECT 1 FROM pg_extension WHERE extname = 'citus'";
// Not referenced before the extension is known to exist.
const onAllNodes = "SELECT nodeid AS node, success, result FROM run_command_on_all_nodes($1)";

type NodeRow = { node: number; success: boolean; result: string };

/** Whether tables are distributed over a cluster (Citus). */
export const isCluster = async (query: Query): Promise<boolean> =>
  (await query(extension)).length > 0;

/**
 * Each node's result of a command that returns one JSON value. Rows are on the workers: the
 * coordinator's tables of the same names are empty. Throws if a node does not respond, because a
 * partial result would look complete.
 */
export async function askNodes<Answer>(query: Query, command: string): Promise<Answer[]> {
  const rows = await query<NodeRow>(onAllNodes, command);
  const failed = rows.find(({ success }) => !success);
  if (failed)
    throw new NodeAway(`Node ${failed.node} of the cluster does not respond: ${failed.result}`);
  return rows.map(({ result }) => JSON.parse(result) as Answer);
}
