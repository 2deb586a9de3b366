import { figure } from "../figure.ts";
import { runCommand } from "../programs/command.ts";
import { copySources } from "../programs/source-copy.ts";
import type { Suite } from "../suite.ts";

export const testRunFigures = ["npm run check", "npm test"] as const;

/**
 * Time until a developer knows whether a change breaks anything. Both must pass, as a failure's
 * time is meaningless.
 */
export const testRuns: Suite = async () => {
  const copy = await copySources({ linkPackages: true });
  const secondsOf = async (script: string) =>
    (await runCommand({ words: ["npm", "run", script], folder: copy.folder })).seconds;
  const [check, all] = [await secondsOf("check"), await secondsOf("test")];
  await copy.remove();
  return [
    figure({
      name: testRunFigures[0],
      unit: "s",
      values: [check],
      budget: { of: "value", atMost: 30 },
    }),
    figure({
      name: testRunFigures[1],
      unit: "min",
      values: [all / 60],
      budget: { of: "value", atMost: 20, aim: "12" },
    }),
  ];
};
