import type { Problem, ProblemCode } from "#server/domain/problem.ts";
import { refuse } from "#server/ingest/reply.ts";
import type { Reply } from "#server/ingest/request.ts";
import type { Signal } from "./endpoint.ts";
import { WireWriter } from "./wire/write.ts";

/** The encoding of a request, and of its response. */
export type Form = "protobuf" | "json";

const mediaTypes: { [form in Form]: string } = {
  protobuf: "application/x-protobuf",
  json: "application/json",
};

/** Undefined for any other type; parameters (`; charset=…`) don't matter. */
export function formOf(contentType: string | undefined): Form | undefined {
  const type = contentType?.split(";")[0]!.trim().toLowerCase();
  if (type === "application/x-protobuf" || type === "application/protobuf") return "protobuf";
  return type === "application/json" ? "json" : undefined;
}

/**
 * The part of an accepted request that was not stored. Senders don't retry, and log the message.
 */
export type Rejection = { count: number; message: string };

/** 200 with an `Export…ServiceResponse`; empty if everything was stored. */
export function accept(form: Form, signal: Signal, rejection: Rejection | undefined): Reply {
  const headers = { "content-type": mediaTypes[form] };
  if (form === "json")
    return { status: 200, headers, body: JSON.stringify(partial(signal, rejection)) };
  const writer = new WireWriter();
  if (rejection) {
    const mark = writer.begin(1);
    writer.varint(1, rejection.count);
    writer.text(2, rejection.message);
    writer.end(mark);
  }
  return { status: 200, headers, body: writer.finish() };
}

const rejectedNames: { [signal in Signal]: string } = {
  traces: "rejectedSpans",
  logs: "rejectedLogRecords",
  metrics: "rejectedDataPoints",
};

function partial(signal: Signal, rejection: Rejection | undefined): object {
  if (!rejection) return {};
  return {
    partialSuccess: {
      [rejectedNames[signal]]: String(rejection.count),
      errorMessage: rejection.message,
    },
  };
}

// google.rpc.Code, in addition to the HTTP status that SDKs use.
const rpcCodes: Record<ProblemCode, number> = {
  malformed: 3,
  invalid: 3,
  unsupported: 3,
  "too-large": 3,
  "not-found": 5,
  "wrong-method": 12,
  conflict: 6,
  forbidden: 7,
  limited: 8,
  unavailable: 14,
  unauthenticated: 16,
};

/** A refusal as a `google.rpc.Status` in the request's encoding; JSON if that is unknown. */
export function refuseIn(form: Form, problem: Problem): Reply {
  const { status, headers } = refuse(problem);
  const said = {
    code: rpcCodes[problem.problem],
    message: [problem.detail, ...(problem.causes ?? [])].join(" "),
  };
  const reply: Reply = {
    status,
    headers: { ...headers, "content-type": mediaTypes[form] },
    body: JSON.stringify(said),
  };
  if (form === "json") return reply;
  const writer = new WireWriter();
  writer.varint(1, said.code);
  writer.text(2, said.message);
  return { ...reply, body: writer.finish() };
}
