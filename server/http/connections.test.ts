import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { watchConnections } from "./connections.ts";

function make(bounds = { all: 100, perAddress: 3 }) {
  const server = Object.assign(new EventEmitter(), {
    closeIdleConnections: vi.fn(),
  }) as unknown as Server;
  const said: string[] = [];
  watchConnections(server, bounds, (_level, message) => void said.push(message));
  const connect = (remoteAddress: string): Socket => {
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress,
      bytesRead: 0,
      destroyed: false,
    });
    const destroy = () => {
      socket.destroyed = true;
      socket.emit("close");
    };
    server.emit("connection", Object.assign(socket, { destroy }));
    return socket as unknown as Socket;
  };
  return { server, said, connect };
}

test("a public address gets its share, and more after closing some", () => {
  const { said, connect } = make();
  const taken = Array.from({ length: 5 }, () => connect("8.8.8.8"));
  expect(taken.map(({ destroyed }) => destroyed)).toEqual([false, false, false, true, true]);
  expect(connect("9.9.9.9").destroyed).toBe(false);
  expect(said).toEqual(["Refused connections: one address reached its limit of 3."]);
  taken[0]!.destroy();
  expect(connect("8.8.8.8").destroyed).toBe(false);
});

test("network and local addresses have no individual limit", () => {
  const { connect } = make();
  for (const address of ["127.0.0.1", "10.1.2.3", "::1"]) {
    const taken = Array.from({ length: 9 }, () => connect(address));
    expect(taken.every(({ destroyed }) => !destroyed)).toBe(true);
  }
});

test("without room, idle and unused connections are closed", () => {
  const { server, said, connect } = make();
  const silent = connect("127.0.0.1");
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 5_000);
  const fresh = connect("127.0.0.1");
  server.emit("drop");
  vi.restoreAllMocks();
  expect(server.closeIdleConnections).toHaveBeenCalledOnce();
  expect([silent.destroyed, fresh.destroyed]).toEqual([true, false]);
  expect(said).toEqual(["Refused connections: this process reached its limit of 100."]);
});
