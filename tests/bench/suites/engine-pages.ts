import { type CheckedInstance, startInstance } from "#tests/e2e/page-checks/instance.ts";
import { listPages } from "#tests/e2e/page-checks/pages.ts";
import type { FigureName } from "../budgets.ts";
import { figure, type Figure, median } from "../figure.ts";
import { floorIs } from "../floor-is.ts";
import { timedMs } from "../measure/sampling.ts";
import { untraced } from "../programs/engine.ts";
import { onPostgres } from "../programs/several.ts";
import type { Suite } from "../suite.ts";

export const enginePageFigures = [
  "on PostgreSQL, every page, geometric mean",
] as const satisfies FigureName[];

/** A round of a hundred pages takes half a minute. */
const readings = { warm: 2, counted: 7 };

/** Every owner page on both engines in turn with the same data. */
export const enginePages: Suite = async ({ rounds }) => {
  const database = await onPostgres();
  const postgres = await startInstance({
    environment: { ...untraced, DATABASE_URL: database.url },
  });
  const sqlite = await startInstance({ environment: untraced });
  const [ours, floors] = [await ownersPages(postgres), await ownersPages(sqlite)];
  const measured: Pair[][] = [];
  for (let round = 0; round < rounds; round++) {
    const pairs: Pair[] = [];
    for (const [name, url] of ours)
      pairs.push({
        name,
        ...(await inTurn(
          () => get(postgres, url),
          () => get(sqlite, floors.get(name)!),
        )),
      });
    measured.push(pairs);
  }
  await Promise.all([postgres.remove(), sqlite.remove()]);
  await database.end();
  printSlowest(measured);
  return [toFigure(measured)];
};

type Pair = { name: string; postgresMs: number; sqliteMs: number };

async function ownersPages(instance: CheckedInstance): Promise<Map<string, string>> {
  const pages = await listPages(instance);
  return new Map(pages.filter(({ as }) => as === "owner").map(({ name, url }) => [name, url]));
}

async function inTurn(
  postgres: () => Promise<unknown>,
  sqlite: () => Promise<unknown>,
): Promise<Omit<Pair, "name">> {
  const [postgresMs, sqliteMs]: [number[], number[]] = [[], []];
  for (let reading = -readings.warm; reading < readings.counted; reading++) {
    const [one, other] = [await timedMs(postgres), await timedMs(sqlite)];
    if (reading < 0) continue;
    postgresMs.push(one);
    sqliteMs.push(other);
  }
  return { postgresMs: median(postgresMs), sqliteMs: median(sqliteMs) };
}

const get = ({ session }: CheckedInstance, url: string) =>
  fetch(url, { headers: { cookie: `spoor_session=${session}` }, redirect: "manual" }).then(
    (answer) => answer.text(),
  );

/** Output for optimizing. */
function printSlowest(rounds: Pair[][]): void {
  const ratios = rounds[0]!.map(({ name }, at) => {
    const of = median(rounds.map((pairs) => pairs[at]!.postgresMs / pairs[at]!.sqliteMs));
    return { name, of };
  });
  for (const { name, of } of ratios.toSorted((a, b) => b.of - a.of).slice(0, 12))
    process.stderr.write(`${of.toFixed(2)} × ${name}\n`);
}

function toFigure(rounds: Pair[][]): Figure {
  const mean = (of: (pair: Pair) => number) =>
    rounds.map((pairs) =>
      Math.exp(pairs.reduce((sum, pair) => sum + Math.log(of(pair)), 0) / pairs.length),
    );
  return figure({
    name: "on PostgreSQL, every page, geometric mean",
    unit: "ms",
    values: mean(({ postgresMs }) => postgresMs),
    floors: mean(({ sqliteMs }) => sqliteMs),
    floorIs: floorIs.sqlite,
    budget: { of: "ratio", atMost: 1.3 },
  });
}
