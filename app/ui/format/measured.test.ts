import { expect, test } from "vitest";
import { measuredText } from "./measured.ts";

test.each([
  ["memory_size", 17_179_869_184, "16 GiB"],
  ["app_memory", 84_934_656, "81 MiB"],
  ["http.response_content_length", 4300, "4.2 KiB"],
  ["duration", 1420, "1.42 s"],
  ["elapsedMs", 61.4, "61.4 ms"],
  ["pool_size", 4096, undefined],
  ["processor_count", 8, undefined],
  ["memory_size", "16 GB", undefined],
  ["free_memory", 12, undefined],
])("%s of %s is %s", (name, value, text) => expect(measuredText(name, value)).toBe(text));
