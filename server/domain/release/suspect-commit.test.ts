import { expect, test } from "vitest";
import { isSamePath, suspectCommit, suspectOfRoutes } from "./suspect-commit.ts";

test.each([
  ["/app/src/cart.ts", "src/cart.ts", true],
  ["app:///src/cart.ts?v=2", "packages/web/src/cart.ts", true],
  ["..\\src\\cart.ts", "src/cart.ts", true],
  ["server.js", "server.js", true],
  ["/app/src/index.ts", "index.ts", false],
  ["src/recart.ts", "src/cart.ts", false],
  ["lib/cart.ts", "src/cart.ts", false],
  ["", "src/cart.ts", false],
])("%s is %s: %s", (path, file, same) => {
  expect(isSamePath(path, file)).toBe(same);
  expect(isSamePath(file, path)).toBe(same);
});

test("the newest commit that changed a file of the stack is the suspect", () => {
  const commits = [
    { id: "docs", at: 9, files: ["README.md"] },
    { id: "old", at: 5, files: ["src/cart.ts"] },
    { id: "new", at: 7, files: ["src/price.ts", "src/cart.ts"] },
  ];
  expect(suspectCommit(commits, ["/app/src/cart.ts"])).toMatchObject({
    commit: { id: "new" },
    file: "src/cart.ts",
  });
  expect(suspectCommit(commits, ["/app/src/other.ts"])).toBeUndefined();
  const undated = commits.map(({ id, files }) => ({ id, files }));
  expect(suspectCommit(undated, ["/app/src/cart.ts"])?.commit.id).toBe("old");
});

test("the suspect for a route is the newest commit that changed its module", () => {
  const commits = [
    { id: "cart", at: 5, files: ["app/routes/cart.tsx", "app/routes/checkout.stripe.tsx"] },
    { id: "old", at: 6, files: ["app/routes/checkout.tsx"] },
    { id: "new", at: 7, files: ["app/routes/checkout.server.ts"] },
    { id: "folder", at: 8, files: ["app/routes/account/route.tsx"] },
  ];
  const suspectOf = (...ids: string[]) => suspectOfRoutes(commits, ids)?.id;
  expect(suspectOf("routes/checkout")).toBe("new");
  expect(suspectOf("routes/account")).toBe("folder");
  expect(suspectOf("routes/cart", "root")).toBe("cart");
  expect(suspectOf("routes/check")).toBeUndefined();
  expect(suspectOf()).toBeUndefined();
});
