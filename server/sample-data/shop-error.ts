import { placeIn, type SourcePlace } from "./shop-sources.ts";

/** When an error occurs, in hours before the end of the week, and how often in total. */
type Spell = { fromHours: number; toHours: number; events: number };

export type StackStep = {
  function: string;
  place: SourcePlace;
  vars?: { [name: string]: unknown };
};

/** An error of the shop: the common part of all events of its issue. */
export type ShopError = {
  /** Referenced by actions of the week. */
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
  /** Number of affected users; 0: jobs have none. */
  users: number;
  spells: Spell[];
  /** Affects the user with several errors, for a search by email. */
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
