import type { Request, RequestHandler, Response } from "express";
import { sendProblem } from "./problem.ts";

/** Responds to all methods not handled before: 405 with `Allow`, and OPTIONS. */
export const allowOnly = (...methods: string[]): RequestHandler => {
  const allowed = methods.join(", ");
  return (request, response) => refuseMethod(request, response, allowed);
};

/** `allowed` is the value of `Allow`. */
export function refuseMethod({ method }: Request, response: Response, allowed: string): void {
  response.set("Allow", allowed);
  if (method === "OPTIONS") return void response.status(204).end();
  sendProblem(response, {
    problem: "wrong-method",
    detail: `${method} is not allowed here. Allowed: ${allowed}.`,
  });
}
