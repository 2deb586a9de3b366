#!/usr/bin/env node
// `npx spoor …` in the checkout.
import { spoor } from "../launch.js";

process.exitCode = await spoor(process.argv.slice(2));
