import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { type HomeRow, HomeSummary, worstFirst } from "./home-summary.tsx";

const row = (name: string, newIssues: number, failed = 0): HomeRow => ({
  slug: name.toLowerCase(),
  name,
  overview: { newIssues },
  traffic: { count: 1_000, failed },
});

const summaryOf = (...rows: HomeRow[]): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <HomeSummary rows={worstFirst(rows)} />
    </MemoryRouter>,
  ).replaceAll(/<[^>]*>/g, "");

test("names the project with the most new issues", () => {
  expect(summaryOf(row("Admin", 0), row("Shop", 1))).toBe(
    "Shop has 1 new unresolved issue in the last 24 hours.",
  );
  expect(summaryOf(row("Admin", 2), row("Shop", 10))).toBe(
    "12 new unresolved issues in 2 projects in the last 24 hours, 10 of them in Shop.",
  );
});

test("names no project if several have the most new issues", () => {
  expect(summaryOf(row("Admin", 1), row("Shop", 1))).toBe(
    "2 new unresolved issues in 2 projects in the last 24 hours.",
  );
});

test("says that a project has more new issues than are counted", () => {
  expect(summaryOf(row("Admin", 0), row("Shop", 1_000))).toBe(
    "Shop has 1,000+ new unresolved issues in the last 24 hours.",
  );
  expect(summaryOf(row("Admin", 2), row("Shop", 1_000))).toBe(
    "1,002+ new unresolved issues in 2 projects in the last 24 hours, 1,000+ of them in Shop.",
  );
});

test("names the project with the highest failure rate from 1%", () => {
  expect(summaryOf(row("Admin", 0, 21), row("Mailer", 0, 9))).toBe(
    "No new unresolved issues in the last 24 hours. 2.1% of requests to Admin failed.",
  );
});

test("lists projects with new issues first, then by failure rate and name", () => {
  const rows = worstFirst([row("B", 0), row("A", 0), row("Failing", 0, 5), row("New", 1)]);
  expect(rows.map(({ name }) => name)).toEqual(["New", "Failing", "A", "B"]);
});
