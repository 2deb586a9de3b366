// The issue list's floor: its React tree in an otherwise empty React Router application behind bare
// Express.
import { createServer } from "node:http";
import { createRequestHandler } from "@react-router/express";
import express from "express";
import * as build from "virtual:react-router/server-build";
import { listen } from "../listen.ts";

const app = express();
app.use(createRequestHandler({ build }));
listen(createServer(app));
