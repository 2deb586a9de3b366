// What any server pays before it looks at a body, and with that the most that the generator can be seen to send.
import { createServer } from "node:http";
import { listen } from "./listen.ts";

const server = createServer((request, response) => {
  request.on("data", () => undefined);
  request.on("end", () => response.end('{"id":""}'));
});
listen(server);
