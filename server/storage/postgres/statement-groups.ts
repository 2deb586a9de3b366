import type { Connection } from "./connection.ts";
import type { ConnectionPool } from "./connection-pool.ts";

/** Provides a connection for one statement, possibly shared. */
type OneStatement = <T>(send: (connection: Connection) => Promise<T>) => Promise<T>;

type Statement = {
  send: (connection: Connection) => Promise<void>;
  refuse: (error: unknown) => void;
};

/** More statements than this are spread over connections, which the database serves in parallel. */
const most = 4;

/**
 * Statements requested together, such as those of a page, are sent together: the server processes
 * the next while a response is in transit. Each fails separately. A pooler may use another server
 * for each, so there they are sent one by one.
 */
export function statementGroups(pool: Pick<ConnectionPool, "using">): OneStatement {
  let asked: Statement[] = [];

  function sendAll(): void {
    const all = asked;
    asked = [];
    const groups = Math.ceil(all.length / most);
    for (let group = 0; group < groups; group++)
      void sendGroup(all.filter((_, at) => at % groups === group));
  }

  async function sendGroup(group: Statement[]): Promise<void> {
    try {
      await pool.using(async (connection) => {
        if (connection.isPooled()) for (const { send } of group) await send(connection);
        else await Promise.all(group.map(({ send }) => send(connection)));
      });
    } catch (error) {
      for (const { refuse } of group) refuse(error);
    }
  }

  return <T>(send: (connection: Connection) => Promise<T>) =>
    new Promise<T>((resolve, refuse) => {
      if (asked.length === 0) queueMicrotask(sendAll);
      asked.push({ send: (connection) => send(connection).then(resolve, refuse), refuse });
    });
}
