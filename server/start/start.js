#!/usr/bin/env node
// `npm start`: builds if this source has no build, then serves. Plain JavaScript, because it runs
// before any build.
import { spoor } from "./launch.js";

process.exitCode = await spoor(["serve"]);
