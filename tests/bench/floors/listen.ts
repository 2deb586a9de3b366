import type { Server } from "node:http";

/** Listens on a free port and prints it for the caller. */
export function listen(server: Server): void {
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.stdout.write(
      `Listens on http://127.0.0.1:${typeof address === "object" ? address?.port : ""}\n`,
    );
  });
}
