import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { figure } from "../figure.ts";
import { runCommand } from "../programs/command.ts";
import type { Suite } from "../suite.ts";

/** Packages may be linked from another checkout, where npm then counts. */
const installed = dirname(
  realpathSync(fileURLToPath(new URL("../../../node_modules", import.meta.url))),
);

/** Number of dependencies: each name and version once. */
export const packages: Suite = async () => {
  const words = ["npm", "ls", "--omit=dev", "--all", "--parseable", "--long"];
  const { output } = await runCommand({ words, folder: installed });
  const lines = output.split("\n").filter((line) => line.startsWith("/"));
  // The first line is Spoor.
  const values = [new Set(lines.map((line) => line.split(":")[1])).size - 1];
  return [
    figure({
      name: "run-time packages",
      unit: "packages",
      values,
      budget: { of: "value", atMost: 120 },
    }),
  ];
};
