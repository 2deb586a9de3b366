import { artifacts0001 } from "./0001-artifacts.ts";
import { day0001 } from "./0001-day.ts";
import { main0001 } from "./0001-main.ts";
import { day0002 } from "./0002-day.ts";
import { day0003 } from "./0003-day.ts";
import { day0004 } from "./0004-day.ts";
import { day0005 } from "./0005-day.ts";
import { day0006 } from "./0006-day.ts";
import { day0007 } from "./0007-day.ts";
import { day0008 } from "./0008-day.ts";
import { main0002 } from "./0002-main.ts";
import { main0003 } from "./0003-main.ts";
import { main0004 } from "./0004-main.ts";
import { main0005 } from "./0005-main.ts";
import { main0006 } from "./0006-main.ts";
import { main0007 } from "./0007-main.ts";
import { main0008 } from "./0008-main.ts";
import { main0009 } from "./0009-main.ts";
import { main0010 } from "./0010-main.ts";
import { main0011 } from "./0011-main.ts";
import { main0012 } from "./0012-main.ts";
import { main0013 } from "./0013-main.ts";
import { main0014 } from "./0014-main.ts";
import { main0015 } from "./0015-main.ts";
import { main0016 } from "./0016-main.ts";
import { main0017 } from "./0017-main.ts";
import { main0018 } from "./0018-main.ts";
import { main0019 } from "./0019-main.ts";
import { main0020 } from "./0020-main.ts";
import { main0021 } from "./0021-main.ts";
import { main0022 } from "./0022-main.ts";
import { main0023 } from "./0023-main.ts";
import { main0024 } from "./0024-main.ts";
import { main0025 } from "./0025-main.ts";
import { main0026 } from "./0026-main.ts";
import { main0027 } from "./0027-main.ts";
import { main0028 } from "./0028-main.ts";
import { main0029 } from "./0029-main.ts";

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
  main0010,
  main0011,
  main0012,
  main0013,
  main0014,
  main0015,
  main0016,
  main0017,
  main0018,
  main0019,
  main0020,
  main0021,
  main0022,
  main0023,
  main0024,
  main0025,
  main0026,
  main0027,
  main0028,
  main0029,
];

/** `telemetry/YYYY-MM-DD.db`. */
export const dayChain: Chain = [day0001, day0002, day0003, day0004, day0005, day0006, day0007, day0008];

/** `artifacts.db`. */
export const artifactChain: Chain = [artifacts0001];
