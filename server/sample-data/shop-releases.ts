import type { ProjectId } from "#server/domain/ids.ts";
import type { Commit, ReleaseStore } from "#server/storage/releases/release-store.ts";
import { deployHours, hourMs } from "./shop-calendar.ts";
import { shopReleases } from "./shop-services.ts";

type ShortCommit = [id: string, message: string, author: string, files: string[]];

const commits: readonly (readonly ShortCommit[])[] = [
  [
    [
      "5d1e0a7c93f24b6f8a10",
      "Show delivery dates on product pages",
      "Mara Lind",
      ["app/routes/product.tsx"],
    ],
    [
      "a94c2b7713e85d0f46b1",
      "Validate postcodes of all countries",
      "Tom Okafor",
      ["app/lib/parse-address.ts"],
    ],
  ],
  [
    [
      "0c8b41d2f6a97e3510dd",
      "Read the cart from the session",
      "Ines Duarte",
      ["app/lib/read-cart.ts", "app/routes/cart.tsx"],
    ],
    [
      "71f3e9a0b4c86d2255ef",
      "Retry payment intents once",
      "Tom Okafor",
      ["app/payments.server.ts"],
    ],
    [
      "e2a6d0951c3b7f48a0c4",
      "Update react-router to 8.4",
      "Mara Lind",
      ["package.json", "package-lock.json"],
    ],
  ],
  [
    [
      "9be4517a20cd83f6610a",
      "Check stock before asking for payment methods",
      "Tom Okafor",
      ["app/routes/checkout.server.ts", "app/stock.server.ts"],
    ],
    ["3fd80c62e7b1945a02b7", "Drop the category cache", "Ines Duarte", ["app/routes/shop.tsx"]],
    [
      "c05a7e1d9f4382b6ee13",
      "Add an index for product search",
      "Ines Duarte",
      ["migrations/0042-search-index.sql"],
    ],
    [
      "84d2b6f1a37c0e95d8f2",
      "Rename session.cart.id to cartId",
      "Mara Lind",
      ["app/lib/read-cart.ts"],
    ],
  ],
];

/** Releases, commits, and production deploys, as reported by a release script. */
export async function recordReleases(
  releases: ReleaseStore,
  projectId: ProjectId,
  now: number,
): Promise<void> {
  for (const [index, version] of shopReleases.entries()) {
    const at = now - deployHours[index]! * hourMs;
    const ref = commits[index]!.at(-1)![0];
    await releases.put({ projectId, version, releasedAt: at, ref }, at);
    await releases.setCommits(
      projectId,
      version,
      commits[index]!.map((commit, order) => commitOf(commit, at, order)),
    );
    await releases.addDeploy(projectId, version, {
      environment: "production",
      startedAt: at - 90_000,
      finishedAt: at,
    });
  }
}

function commitOf(
  [id, message, author, files]: ShortCommit,
  deployedAt: number,
  order: number,
): Commit {
  const authorEmail = `${author.toLowerCase().replace(" ", ".")}@shop.example`;
  return {
    id: `${id}${id}`,
    message,
    author,
    authorEmail,
    at: deployedAt - (order + 2) * hourMs,
    repository: "shop/web",
    files,
  };
}
