/** The type of object that a path in a project names: its list, and its name. */
export type MissingThing = { heading: string; all: { to: string; text: string }; name: string };

const things: { [list: string]: { one: string; many: string } } = {
  issues: { one: "Issue", many: "issues" },
  traces: { one: "Trace", many: "traces" },
  routes: { one: "Route", many: "routes" },
  releases: { one: "Release", many: "releases" },
  monitors: { one: "Monitor", many: "monitors" },
  alerts: { one: "Alert rule", many: "alert rules" },
};

/** For `/shop/issues/SHOP-912`; undefined for other paths, and for parts of an object. */
export function missingThing(pathname: string): MissingThing | undefined {
  const [, list, kind, name] = /^(\/[^/]+\/([a-z]+))\/([^/]+)\/?$/.exec(pathname) ?? [];
  const thing = kind === undefined ? undefined : things[kind];
  if (!thing || list === undefined || name === undefined) return undefined;
  return {
    heading: `${thing.one} not found`,
    all: { to: list, text: `View all ${thing.many}` },
    name: decoded(name),
  };
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
