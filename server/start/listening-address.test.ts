import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addressOf, publishAddress } from "./listening-address.ts";

test("links start with SPOOR_URL, or the listening address, or the configured port", () => {
  const dataFolder = mkdtempSync(join(tmpdir(), "spoor-test-"));
  const config = { dataFolder, port: 3000 };
  expect(addressOf(config)).toBe("http://localhost:3000");
  const remove = publishAddress(dataFolder, "http://0.0.0.0:4110");
  expect(addressOf(config)).toBe("http://localhost:4110");
  expect(addressOf({ ...config, publicUrl: "https://spoor.example" })).toBe(
    "https://spoor.example",
  );
  remove();
  expect(addressOf(config)).toBe("http://localhost:3000");
  rmSync(dataFolder, { recursive: true });
});
