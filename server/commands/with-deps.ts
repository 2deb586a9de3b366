type Verb<Deps> = (deps: Deps, ...asked: never[]) => unknown;
type WithoutDeps<Function> = Function extends (deps: never, ...asked: infer Asked) => infer Answer
  ? (...asked: Asked) => Answer
  : never;

/** Functions of `deps` as seen by callers. */
export type WithDeps<Verbs> = { readonly [Name in keyof Verbs]: WithoutDeps<Verbs[Name]> };

/** Binds each function to its dependencies. */
export function withDeps<Deps, Verbs extends { [name: string]: Verb<Deps> }>(
  deps: Deps,
  verbs: Verbs,
): WithDeps<Verbs> {
  const bound = Object.entries(verbs).map(([name, verb]) => [name, verb.bind(undefined, deps)]);
  return Object.fromEntries(bound) as WithDeps<Verbs>;
}
