#!/usr/bin/env node
// `npm start`: builds when there is no build of this source, then serves. Plain JavaScript: it runs
// before any build.
import { spoor } from "./launch.js";

process.exitCode = await spoor(["serve"]);
