import { type OperationKind, operationKinds } from "#server/domain/rollup/operation.ts";

/** What each kind is called where people choose one. */
const described: { [kind in OperationKind]: string } = {
  server: "server: requests",
  consumer: "consumer: messages",
  task: "task: jobs",
  document: "document: page loads",
  navigation: "navigation: in the page",
  submit: "submit: forms",
  fetch: "fetch: data in place",
  loader: "loader",
  action: "action",
  page: "page: documents served",
  prefetch: "prefetch",
  prefetched: "prefetched: used",
  revalidated: "revalidated",
  hydration: "hydration",
};

export const kindChoices: { [kind: string]: string } = Object.fromEntries(
  operationKinds.map((kind) => [kind, described[kind]]),
);
