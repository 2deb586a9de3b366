import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { messageMemory, packRequests, unpackRequests } from "./wire.ts";

const request = (body: string) => ({
  ...{ method: "POST", url: "/", headers: {}, receivedAt: 5, remoteAddress: "::1", body: Buffer.from(body) },
});

const message = (...bodies: string[]) => packRequests(bodies.map((body, id) => ({ id, request: request(body) })));

test("requests come out of a message as they went in", () => {
  const requests = [...unpackRequests(message("first", "", "third"))];
  expect(requests.map(({ id, request: { body, ...rest } }) => ({ id, body: body.toString(), rest }))).toEqual(
    ["first", "", "third"].map((body, id) => ({ id, body, rest: { ...request(""), body: undefined } })),
  );
});

test("a message's memory is given back with the last of its requests, and not before", () => {
  const memory = messageMemory();
  const sent = message("first", "second");
  const [first, second] = [...unpackRequests(sent)].map((each) => each.request);
  memory.hold(sent);
  memory.letGo(first!);
  expect(Buffer.from(second!.body).toString()).toBe("second");
  memory.letGo(second!);
  expect(sent.bytes).toHaveLength(0);
});

test("a request that is kept keeps the memory of all that came with it", () => {
  const memory = messageMemory();
  const sent = message("kept", "let go");
  const [kept, other] = [...unpackRequests(sent)].map((each) => each.request);
  memory.hold(sent);
  memory.letGo(other!);
  expect(Buffer.from(kept!.body).toString()).toBe("kept");
});
