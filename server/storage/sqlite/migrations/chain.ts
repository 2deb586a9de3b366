import { artifacts0001 } from "./0001-artifacts.ts";
import { day0001 } from "./0001-day.ts";
import { main0001 } from "./0001-main.ts";
import { day0002 } from "./0002-day.ts";
import { day0003 } from "./0003-day.ts";
import { main0002 } from "./0002-main.ts";
import { main0003 } from "./0003-main.ts";
import { main0004 } from "./0004-main.ts";
import { main0005 } from "./0005-main.ts";
import { main0006 } from "./0006-main.ts";
import { main0007 } from "./0007-main.ts";
import { main0008 } from "./0008-main.ts";
import { main0009 } from "./0009-main.ts";

/**
 * The SQL that brings a file from each version to the next: index 0 makes version 1 of an empty file. Released
 * entries never change; a change of the schema is a new entry at the end, and every older file passes through it.
 */
export type Chain = readonly string[];

/** `spoor.db`. */
export const mainChain: Chain = [
  main0001,
  main0002,
  main0003,
  main0004,
  main0005,
  main0006,
  main0007,
  main0008,
  main0009,
];

/** `telemetry/YYYY-MM-DD.db`. */
export const dayChain: Chain = [day0001, day0002, day0003];

/** `artifacts.db`. */
export const artifactChain: Chain = [artifacts0001];
