import type { IssueId } from "#server/domain/ids.ts";
import type { Project } from "#server/domain/project/project.ts";

/** An issue in a URL: its short ID (`SHOP-142`, case-insensitive) or its ID. */
export function parseIssueName(
  name: string,
  { prefix }: Pick<Project, "prefix">,
): { number: number } | { id: IssueId } | undefined {
  const short = /^(.+)-(\d{1,15})$/.exec(name);
  if (short?.[1]?.toUpperCase() === prefix.toUpperCase()) return { number: Number(short[2]) };
  return /^\d{1,15}$/.test(name) ? { id: Number(name) as IssueId } : undefined;
}
