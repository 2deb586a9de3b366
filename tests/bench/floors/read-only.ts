// A server's cost before it reads a body, and so the generator's maximum rate.
import { createServer } from "node:http";
import { listen } from "./listen.ts";

const server = createServer((request, response) => {
  request.on("data", () => undefined);
  request.on("end", () => response.end('{"id":""}'));
});
listen(server);
