import type { SeededRandom } from "./seeded-random.ts";

/** A user of the shop. */
export type Shopper = {
  id: string;
  email: string;
  username: string;
  ip_address: string;
  userAgent: string;
};

const given = [
  "Ada",
  "Ben",
  "Chloe",
  "Dev",
  "Elif",
  "Farid",
  "Greta",
  "Hugo",
  "Ines",
  "Jonas",
  "Kira",
  "Liam",
  "Mei",
  "Noor",
  "Otto",
  "Priya",
];
const family = [
  "Abel",
  "Brandt",
  "Costa",
  "Dubois",
  "Endo",
  "Fischer",
  "Garcia",
  "Haas",
  "Ito",
  "Jansen",
  "Keller",
  "Lopez",
  "Moreau",
  "Novak",
  "Okafor",
  "Weber",
];

export const userAgents = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
] as const;

/** The user affected by several errors. */
const frequentShopper = "jonas.weber@example.com";

export function makeShoppers(random: SeededRandom): Shopper[] {
  const shoppers = Array.from({ length: 240 }, (_, index): Shopper => {
    const [first, last] = [given[index % 16]!, family[(index * 7 + Math.floor(index / 16)) % 16]!];
    const username = `${first} ${last}`;
    return {
      id: String(1000 + index),
      username,
      userAgent: random.pick(userAgents),
      email: `${first}.${last}${index < 16 ? "" : index}@example.com`.toLowerCase(),
      ip_address: `203.0.113.${1 + (index % 250)}`,
    };
  });
  return [{ ...shoppers[9]!, username: "Jonas Weber", email: frequentShopper }, ...shoppers];
}
