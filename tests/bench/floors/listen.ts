import type { Server } from "node:http";

/** Any free port of this machine, printed for the caller. */
export function listen(server: Server): void {
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.stdout.write(`Listens on http://127.0.0.1:${typeof address === "object" ? address?.port : ""}\n`);
  });
}
