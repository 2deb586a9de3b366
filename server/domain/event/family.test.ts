import { describe, expect, test } from "vitest";
import type { ErrorEvent, Exception, Frame } from "./error-event.ts";
import { familyOf, familyOfIssue } from "./family.ts";
import { titleOf } from "./title.ts";

const event = (changes: Partial<ErrorEvent>): ErrorEvent =>
  ({
    platform: "javascript",
    exceptions: [],
    threads: [],
    tags: [],
    contexts: {},
    ...changes,
  }) as unknown as ErrorEvent;
const thrown = (type: string | undefined, value: string, frames: Frame[] = []): Exception => ({
  ...(type !== undefined && { type }),
  value,
  frames,
});
const nameOf = (type: string | undefined, value: string) =>
  familyOf(event({ exceptions: [thrown(type, value)] }))?.name;

describe("stale chunks", () => {
  test.each([
    [
      "TypeError",
      "Failed to fetch dynamically imported module: https://shop.example/assets/cart-B_jslZTw.js",
    ],
    [
      "TypeError",
      "error loading dynamically imported module: https://shop.example/assets/cart-B_jslZTw.js",
    ],
    ["TypeError", "Importing a module script failed."],
    ["TypeError", "'text/html' is not a valid JavaScript MIME type."],
    ["Error", "Unable to preload CSS for /assets/cart-DxY1a2b3.css"],
    [
      "ChunkLoadError",
      "Loading chunk 12 failed.\n(error: https://shop.example/12.8f3c2a1b.chunk.js)",
    ],
    ["Error", "Loading CSS chunk 3 failed.\n(/static/css/3.8f3c2a1b.chunk.css)"],
    [
      "Error",
      "ChunkLoadError: Loading chunk app/cart/page failed.\n(timeout: https://shop.example/_next/static/a.js)",
    ],
    [undefined, "Error loading route module `/assets/cart-B_jslZTw.js`, reloading page..."],
  ])("%s: %s", (type, value) => expect(nameOf(type, value)).toBe("stale-chunk"));

  test("as a console message too", () => {
    const message = "Error loading route module `/assets/cart-B_jslZTw.js`, reloading page...";
    expect(familyOf(event({ message }))?.name).toBe("stale-chunk");
    expect(titleOf(event({ message }))).toEqual({ type: "", value: message });
  });
});

describe("hydration", () => {
  test.each([
    "Hydration failed because the server rendered HTML didn't match the client. As a result this tree will be …",
    "Hydration failed because the server rendered text didn't match the client. As a result this tree will be …",
    "Hydration failed because the initial UI does not match what was rendered on the server.",
    "A tree hydrated but some attributes of the server rendered HTML didn't match the client properties. This …",
    "Text content does not match server-rendered HTML.",
    "There was an error while hydrating. Because the error happened outside of a Suspense boundary, the entire root …",
    "There was an error while hydrating but React was able to recover by instead client rendering the entire root.",
    "Minified React error #418; visit https://react.dev/errors/418?args[]=HTML&args[]= for the full message or use …",
    "Minified React error #422; visit https://react.dev/errors/422 for the full message or use …",
    "Minified React error #423; visit https://reactjs.org/docs/error-decoder.html?invariant=423 for the full message …",
    "Minified React error #425; visit https://reactjs.org/docs/error-decoder.html?invariant=425 for the full message …",
    'Warning: Text content did not match. Server: "%s" Client: "%s"%s',
    "Warning: Expected server HTML to contain a matching <%s> in <%s>.%s",
    'Warning: Prop `className` did not match. Server: "a" Client: "b"',
    "Hydration completed but contains mismatches.",
  ])("%s", (value) => expect(nameOf("Error", value)).toBe("hydration"));

  test.each([
    "Minified React error #419; visit …",
    "Minified React error #31; visit …",
    "Minified React error #4180",
  ])("not %s", (value) => expect(nameOf("Error", value)).toBeUndefined());

  test("an error during hydration is that error, not a mismatch", () => {
    const recovered = thrown(
      "Error",
      "Minified React error #423; visit https://react.dev/errors/423 for …",
    );
    const cause = thrown("TypeError", "x is undefined");
    expect(familyOf(event({ exceptions: [recovered, cause] }))).toBeUndefined();
    expect(titleOf(event({ exceptions: [recovered, cause] }))).toEqual({
      type: "TypeError",
      value: "x is undefined",
    });
    const mismatch = thrown("Error", "Minified React error #418; visit …");
    expect(familyOf(event({ exceptions: [recovered, mismatch] }))?.name).toBe("hydration");
  });

  const mismatch = [thrown("Error", "Minified React error #418; visit …")];
  const componentStack = "\n    at span\n    at Price (https://shop.example/a.js:1:2)\n    at Cart";
  test.each<[string, Partial<ErrorEvent>, string | undefined]>([
    [
      "its route",
      { transaction: "/products/:id", request: { url: "https://shop.example/x" } as never },
      "/products/:id",
    ],
    [
      "its route, without the visitor's product",
      { transaction: "GET /products/42" },
      "/products/:id",
    ],
    ["its page", { request: { url: "https://shop.example/cart?a=1" } as never }, "/cart"],
    ["its component", { contexts: { react: { componentStack } } }, "Price"],
    ["nothing", { transaction: "checkout" }, undefined],
  ])("is grouped by %s", (_, changes, place) => {
    expect(familyOf(event({ exceptions: mismatch, ...changes }))?.place).toBe(place);
  });
});

describe("requests", () => {
  test.each([
    ["AbortError", "The user aborted a request."],
    ["AbortError", "signal is aborted without reason"],
    ["AbortError", "The operation was aborted. "],
    ["AbortError", "Fetch is aborted"],
    ["Error", "AbortError: The user aborted a request."],
    ["CanceledError", "canceled"],
    ["TypeError", "cancelled"],
  ])("%s: %s was aborted", (type, value) => expect(nameOf(type, value)).toBe("aborted"));

  test.each([
    ["TypeError", "Failed to fetch"],
    ["TypeError", "Failed to fetch (api.shop.example)"],
    ["TypeError", "NetworkError when attempting to fetch resource. (api.shop.example)"],
    ["TypeError", "Load failed"],
    ["TypeError", "The network connection was lost."],
    ["AxiosError", "Network Error"],
  ])("%s: %s got no response", (type, value) => expect(nameOf(type, value)).toBe("network"));

  test("the host is included where the SDK reports it", () => {
    const failed = thrown("TypeError", "Load failed (api.shop.example)");
    expect(familyOf(event({ exceptions: [failed] }))).toEqual({
      name: "network",
      host: "api.shop.example",
    });
  });

  test.each([
    ["AbortError", "The play() request was interrupted by a call to pause()."],
    ["Error", "Failed to fetch the cart of order 12"],
    ["Error", "Load failed for image"],
  ])("%s: %s is neither", (type, value) => expect(nameOf(type, value)).toBeUndefined());

  test("a server's own calls are separate issues", () => {
    const exceptions = [thrown("AbortError", "This operation was aborted")];
    expect(familyOf(event({ exceptions, platform: "node" }))).toBeUndefined();
  });
});

describe("extensions", () => {
  const frame = (file: string, inApp: boolean): Frame => ({ file, inApp });
  const of = (...frames: Frame[]) =>
    familyOf(event({ exceptions: [thrown("TypeError", "x", frames)] }))?.name;

  test.each([
    "chrome-extension://aapbd/inject.js",
    "moz-extension://5f89/content.js",
    "safari-web-extension://A1/a.js",
  ])("%s alone belongs to an extension", (file) =>
    expect(of(frame(file, false), frame("<anonymous>", false))).toBe("extension"),
  );

  test("an extension calling the application is the application's error", () => {
    expect(
      of(frame("https://shop.example/a.js", true), frame("chrome-extension://aapbd/a.js", false)),
    ).toBeUndefined();
    expect(of(frame("https://shop.example/a.js", false))).toBeUndefined();
  });

  test("messages between parts of an extension belong to it", () => {
    expect(nameOf("Error", "Extension context invalidated.")).toBe("extension");
    expect(nameOf("Error", "Could not establish connection. Receiving end does not exist.")).toBe(
      "extension",
    );
  });
});

describe("an issue's family", () => {
  const issue = {
    type: "TypeError",
    value: "x is undefined",
    platform: "javascript",
    culprit: "pay (cart.ts)",
  };

  test.each([
    [{ type: "ChunkLoadError", value: "" }, "stale-chunk"],
    [{ value: "Load failed (api.shop.example)" }, "network"],
    [{ type: "AbortError", value: "signal is aborted without reason" }, "aborted"],
    [
      { type: "AbortError", value: "signal is aborted without reason", platform: "node" },
      undefined,
    ],
    [
      { type: "Error", value: "Hydration failed because the server rendered HTML didn't match" },
      "hydration",
    ],
    [{ culprit: "run (chrome-extension://aapbd/inject.js)" }, "extension"],
    [{}, undefined],
  ])("%j is %s", (told, family) => expect(familyOfIssue({ ...issue, ...told })).toBe(family));
});
