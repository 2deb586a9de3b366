import { expect, test } from "vitest";
import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import type { EventId } from "#server/domain/ids.ts";
import { sharedEvent } from "./shared-event.ts";
import { withoutPeople } from "./without-people.ts";

const secret = "ada@example.com from 203.0.113.9";

const event: ErrorEvent = {
  eventId: "a".repeat(32) as EventId,
  receivedAt: 1,
  timestamp: 1,
  type: "error",
  level: "error",
  platform: "node",
  message: `no basket of ${secret}`,
  exceptions: [
    {
      type: "TypeError",
      value: `x of ${secret}`,
      frames: [
        {
          function: "load",
          file: "cart.ts",
          line: 3,
          inApp: true,
          vars: { user: secret },
          unmapped: "no-map",
        },
      ],
    },
  ],
  threads: [],
  breadcrumbs: [{ category: "fetch", message: `GET /carts/${secret}`, data: { to: [secret] } }],
  request: {
    method: "GET",
    url: `https://shop.example/cart?who=${secret}`,
    query: [["who", secret]],
    headers: [["cookie", secret]],
    cookies: [["session", secret]],
    data: secret,
    env: { REMOTE_ADDR: secret },
  },
  user: { id: "7", email: "ada@example.com", ip: "203.0.113.9" },
  tags: [
    ["plan", "pro"],
    ["user.email", secret],
    ["server_name", "db-7.internal"],
    ["browser", "Chrome 131.0.0.0"],
  ],

  contexts: { account: { of: secret } },
  extra: { of: secret },
  modules: [["left-pad", "1.0"]],
  debugImages: [],
  notes: [],
  serverName: "db-7.internal",
  sdk: { name: "x", version: "1" },
};

test("visitors see the error without user data", () => {
  const shared = sharedEvent(event);
  const text = JSON.stringify(shared);
  for (const hidden of ["ada@", "203.0.113.9", "db-7", "left-pad", "session", "vars", "unmapped"])
    expect(text).not.toContain(hidden);
  expect(shared.request).toEqual({ method: "GET", url: "https://shop.example/cart" });
  expect(shared.tags).toEqual([
    ["plan", "pro"],
    ["browser", "Chrome 131.0.0.0"],
  ]);
  expect(shared.exceptions[0]).toMatchObject({
    type: "TypeError",
    value: "x of (email) from (IP address)",
    frames: [{ function: "load", file: "cart.ts", line: 3, inApp: true }],
  });
});

test.each([
  ["to ada.lovelace+x@mail.example.co.uk, now", "to (email), now"],
  ["/u/ada%40example.com/cart", "(email)/cart"],
  ["::1 and 2001:db8::8a2e:370:7334", "(IP address) and (IP address)"],
  ["10.0.0.7:8080", "(IP address):8080"],
  [
    "std::fmt at 12:30:07, web@1.2.3, abc::def, 1.2.3.4.5",
    "std::fmt at 12:30:07, web@1.2.3, abc::def, 1.2.3.4.5",
  ],
])("%s → %s", (text, expected) => expect(withoutPeople(text)).toBe(expected));
