import { figureNames } from "./budgets.ts";
import type { Figure } from "./figure.ts";
import { startGenerator } from "./load/generate.ts";
import type { Bench, Suite, Unmeasured } from "./suite.ts";

export type Scale = Pick<Bench, "rounds" | "seconds" | "isWhole">;
export type Measured = { figures: Figure[]; unmeasured: Unmeasured[] };

/** One after the other. A suite that fails costs its own figures: the others' are still worth having. */
export async function runSuites(
  suites: [name: string, Suite][],
  scale: Scale,
): Promise<Measured & { failed: string[] }> {
  const generator = startGenerator();
  const measured: Measured = { figures: [], unmeasured: [] };
  const failed: string[] = [];
  const leaveOut: Bench["leaveOut"] = (why, ...names) =>
    measured.unmeasured.push(...names.map((name) => ({ name, why })));
  for (const [name, suite] of suites) {
    const startedAt = performance.now();
    try {
      measured.figures.push(...(await suite({ ...scale, generator, leaveOut })));
    } catch (error) {
      failed.push(name);
      process.stderr.write(`── ${name} failed: ${error instanceof Error ? error.stack : String(error)}\n`);
    }
    process.stdout.write(`── ${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
  }
  generator.stop();
  return { ...withTheRest(measured, scale), failed };
}

/** What nobody measured is said, too: a missing line would pass for a budget that does not exist. */
function withTheRest({ figures, unmeasured }: Measured, { isWhole }: Scale): Measured {
  const named = new Set([...figures, ...unmeasured].map(({ name }) => name));
  const why = isWhole ? "its suite failed" : "takes a whole run";
  const rest = figureNames.filter((name) => !named.has(name)).map((name) => ({ name, why }));
  const inOrder = figures.toSorted((a, b) => figureNames.indexOf(a.name) - figureNames.indexOf(b.name));
  return { figures: inOrder, unmeasured: [...unmeasured, ...rest] };
}
