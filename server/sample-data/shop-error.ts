import { placeIn, type SourcePlace } from "./shop-sources.ts";

/** When an error happens, in hours before the end of the week; how often, in all of that time. */
type Spell = { fromHours: number; toHours: number; events: number };

export type StackStep = {
  function: string;
  place: SourcePlace;
  vars?: { [name: string]: unknown };
};

/** One fault of the shop: what every event of its issue has in common. */
export type ShopError = {
  /** What acts of the week name it by. */
  name: string;
  side: "browser" | "server" | "python";
  type: string;
  value: string;
  level?: "fatal" | "error" | "warning";
  route: string;
  handled?: boolean;
  /** The innermost last. */
  stack: StackStep[];
  library?: { function: string; file: string; line: number }[];
  /** How many different users meet it; 0: jobs have none. */
  users: number;
  spells: Spell[];
  /** The user whom several errors meet, for a search by email. */
  meetsFrequentShopper?: true;
  tags?: { [key: string]: string };
  release?: string;
};

export const step = (
  name: string,
  file: string,
  marked: string,
  at?: string,
  vars?: StackStep["vars"],
): StackStep => ({
  function: name,
  place: placeIn(file, marked, at),
  ...(vars && { vars }),
});

export const react = [
  {
    function: "renderWithHooks",
    file: "node_modules/react-dom/cjs/react-dom-client.production.js",
    line: 4191,
  },
  {
    function: "performWorkOnRoot",
    file: "node_modules/react-dom/cjs/react-dom-client.production.js",
    line: 11_232,
  },
];
export const router = [
  {
    function: "callLoaderOrAction",
    file: "node_modules/react-router/dist/production/chunk-router.mjs",
    line: 4402,
  },
  {
    function: "runHandler",
    file: "node_modules/react-router/dist/production/chunk-router.mjs",
    line: 4366,
  },
];
export const postgres = {
  function: "ErrorResponse",
  file: "node_modules/postgres/src/connection.js",
  line: 815,
};
export const fetching = {
  function: "node:internal/deps/undici/undici",
  file: "node:internal/deps/undici/undici",
  line: 14_900,
};
