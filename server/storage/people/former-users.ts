import type { UserId } from "#server/domain/ids.ts";
import type { Query } from "#server/storage/database.ts";
import { raw, type Sql, sql } from "#server/storage/sql.ts";
import type { OfUser } from "#server/storage/table.ts";
import { tablesOfUsers } from "#server/storage/tables.ts";

/**
 * Removes an account from project tables. On PostgreSQL, these have no foreign key to `users`,
 * because a cluster distributes them by project. Use in a transaction.
 */
export async function leaveTelemetry(query: Query, userId: UserId): Promise<void> {
  await Promise.all(tablesOfUsers.map((table) => query(leave(table, userId))));
}

function leave({ name, column, onDelete }: { name: string } & OfUser, userId: UserId): Sql {
  const [table, account] = [raw(name), raw(column)];
  if (onDelete === "delete") return sql`DELETE FROM ${table} WHERE ${account} = ${userId}`;
  const marked = raw(onDelete === "former" ? ", former = 1" : "");
  return sql`UPDATE ${table} SET ${account} = NULL${marked} WHERE ${account} = ${userId}`;
}
