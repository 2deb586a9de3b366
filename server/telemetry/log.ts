/** Structured logs: one JSON object per line. `message` is one plain sentence. */
export type Log = (
  level: "info" | "warn" | "error",
  message: string,
  fields?: { [name: string]: unknown },
) => void;

export function createLog(write: (line: string) => void, now: () => number): Log {
  return (level, message, fields) => {
    const time = new Date(now()).toISOString();
    write(JSON.stringify({ time, level, message, ...fields }, errorsAsText) + "\n");
  };
}

function errorsAsText(_key: string, value: unknown): unknown {
  if (value instanceof Error) return value.stack ?? value.message;
  return typeof value === "bigint" ? value.toString() : value;
}
