import { expect, test } from "vitest";
import { bytesText } from "./bytes.ts";

test.each([
  [0, "0 bytes"],
  [1_023, "1023 bytes"],
  [1_024, "1.0 KiB"],
  [10_189, "10 KiB"],
  [(1 << 20) - 1, "1.0 MiB"],
  [31 << 20, "31 MiB"],
])("%i is %s", (bytes, text) => expect(bytesText(bytes)).toBe(text));
