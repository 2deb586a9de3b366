import { type OperationKind, operationKinds } from "#server/domain/rollup/operation.ts";

/** What each kind is called where people choose one. */
const described: { [kind in OperationKind]: string } = {
  server: "server: requests answered",
  consumer: "consumer: messages taken from a queue",
  task: "task: work that nobody asked for",
  document: "document: pages loaded by browsers",
  navigation: "navigation: pages gone to without loading",
  submit: "submit: forms posted by the router",
  fetch: "fetch: data loaded in place",
  loader: "loader: a nested route's data",
  action: "action: a nested route's posts",
  page: "page: documents answered",
  prefetch: "prefetch: requests ahead of a click",
  prefetched: "prefetched: navigations that found their data",
  revalidated: "revalidated: loads after an action",
  hydration: "hydration: documents becoming applications",
};

export const kindChoices: { [kind: string]: string } = Object.fromEntries(
  operationKinds.map((kind) => [kind, described[kind]]),
);
