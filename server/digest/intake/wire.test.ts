import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { messageMemory, packRequests, unpackRequests } from "./wire.ts";

const request = (body: string) => ({
  method: "POST",
  url: "/",
  headers: {},
  receivedAt: 5,
  remoteAddress: "::1",
  body: Buffer.from(body),
});

const message = (...bodies: string[]) =>
  packRequests(bodies.map((body, id) => ({ id, request: request(body) })));

test("requests survive the transfer between threads", () => {
  const requests = [...unpackRequests(message("first", "", "third"))];
  expect(
    requests.map(({ id, request: { body, ...rest } }) => ({ id, body: body.toString(), rest })),
  ).toEqual(
    ["first", "", "third"].map((body, id) => ({
      id,
      body,
      rest: { ...request(""), body: undefined },
    })),
  );
});

test("a message's memory is released with its last request", () => {
  const memory = messageMemory();
  const sent = message("first", "second");
  const [first, second] = [...unpackRequests(sent)].map((each) => each.request);
  memory.hold(sent);
  memory.letGo(first!);
  expect(Buffer.from(second!.body).toString()).toBe("second");
  memory.letGo(second!);
  expect(sent.bytes).toHaveLength(0);
});

test("a stored request keeps its message's memory", () => {
  const memory = messageMemory();
  const sent = message("kept", "let go");
  const [kept, other] = [...unpackRequests(sent)].map((each) => each.request);
  memory.hold(sent);
  memory.letGo(other!);
  expect(Buffer.from(kept!.body).toString()).toBe("kept");
});
