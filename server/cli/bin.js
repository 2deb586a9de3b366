#!/usr/bin/env node
// `npx spoor …` in the checkout.
import { spoor } from "../start/launch.js";

process.exitCode = await spoor(process.argv.slice(2));
