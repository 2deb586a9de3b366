import type { Connection } from "./connection.ts";
import type { ConnectionPool } from "./connection-pool.ts";

/** Has a connection for one statement, which others may share. */
type OneStatement = <T>(send: (connection: Connection) => Promise<T>) => Promise<T>;

type Statement = {
  send: (connection: Connection) => Promise<void>;
  refuse: (error: unknown) => void;
};

/** More than that are spread over connections, which a database answers side by side. */
const most = 4;

/**
 * Statements asked for at one moment, as those of a page are, go out together: a connection answers
 * the next one while the answer before is on its way, and neither side waits for the other in
 * between. Each fails by itself. A pooler may give each of them another server, and gets one after
 * the other.
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
