import { existsSync } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * A React Router application as created by `npm create react-router`, with a page that queries a
 * database and the steps of `app/trace/README.md`. The guide's files come from the guide itself, so
 * that it is tested.
 */
export type FreshApp = {
  /** A copy of the official template; if undefined, equivalent files. */
  template?: string;
  /** Version of React Router's packages. */
  version: string;
};

const guide = join(import.meta.dirname, "../../../app/trace/README.md");

export async function writeFreshApp(
  folder: string,
  { template, version }: FreshApp,
): Promise<void> {
  const base = template === undefined ? ownFiles(version) : {};
  if (template !== undefined) await cp(template, folder, { recursive: true });
  const added = { ...base, ...pages, ...(await guideFiles()) };
  for (const [path, text] of Object.entries(added)) await write(join(folder, path), text);
  await pin(join(folder, "package.json"), version);
  await addMeta(join(folder, "app/root.tsx"));
  if (template !== undefined) await withoutFlags(join(folder, "react-router.config.ts"));
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** Code blocks below a line with a path in backquotes. */
async function guideFiles(): Promise<Record<string, string>> {
  const text = await readFile(guide, "utf8");
  const blocks = text.matchAll(/^`(app\/[\w.]+)`.*\n\n```tsx?\n([^]*?)```/gm);
  return Object.fromEntries([...blocks].map(([, path, code]) => [path!, code!]));
}

/** Adds an import and an element as the guide says. */
async function addMeta(path: string): Promise<void> {
  const text = await readFile(path, "utf8");
  const changed = text.replace("<Meta />", "<Meta />\n        <TelemetryMeta />");
  await writeFile(path, `import { TelemetryMeta } from "spoor-react-router/client";\n${changed}`);
}

/** React Router 7's template enables version 8's defaults, which that version refuses. */
async function withoutFlags(path: string): Promise<void> {
  const text = await readFile(path, "utf8");
  await writeFile(path, text.replace(/ *future: \{[^}]*\},\n/, ""));
}

/** Sets the template's version to that of the release. */
async function pin(path: string, version: string): Promise<void> {
  const manifest = JSON.parse(await readFile(path, "utf8")) as Record<
    string,
    Record<string, string>
  >;
  for (const kind of ["dependencies", "devDependencies"])
    for (const name of Object.keys(manifest[kind] ?? {}))
      if (/^(?:@react-router\/|react-router$)/.test(name)) manifest[kind]![name] = version;
  await writeFile(path, JSON.stringify(manifest, undefined, 2));
}

export const isTemplate = (folder: string): boolean => existsSync(join(folder, "app/root.tsx"));

/** The template's initial files without style sheets. */
const ownFiles = (version: string): Record<string, string> => ({
  "package.json": JSON.stringify({
    name: "shop",
    private: true,
    type: "module",
    dependencies: {
      "@react-router/node": version,
      "@react-router/serve": version,
      "react-router": version,
      react: "^19.2.6",
      "react-dom": "^19.2.6",
    },
    devDependencies: { "@react-router/dev": version, vite: "^8.0.3" },
  }),
  "vite.config.ts": `import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

export default defineConfig({ plugins: [reactRouter()] });
`,
  "public/favicon.ico": "",
  "app/root.tsx": `import type { ReactNode } from "react";
import { Links, Meta, Outlet, Scripts } from "react-router";

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}
`,
});

/** A home page with a link, and a page whose loader queries a database. */
const pages: Record<string, string> = {
  "app/routes.ts": `import { index, route, type RouteConfig } from "@react-router/dev/routes";

export default [index("routes/home.tsx"), route("products", "routes/products.tsx")] satisfies RouteConfig;
`,
  "app/routes/home.tsx": `import { Link } from "react-router";

export default function Home() {
  return <Link to="/products">Products</Link>;
}
`,
  "app/routes/products.tsx": `import { useLoaderData } from "react-router";
import { store } from "../store.server";

export async function loader() {
  return { products: await store.products.list() };
}

export default function Products() {
  const { products } = useLoaderData<typeof loader>();
  return <h1>{products.join(", ")}</h1>;
}
`,
  "app/store.server.ts": `import { DatabaseSync } from "node:sqlite";
import { traceStore } from "spoor-react-router/server";

const database = new DatabaseSync(":memory:");
database.exec("CREATE TABLE products (name TEXT); INSERT INTO products VALUES ('Basket'), ('Lamp')");

export const store = traceStore(
  { products: { list: async () => database.prepare("SELECT name FROM products").all().map(({ name }) => String(name)) } },
  { system: "sqlite" },
);
`,
};
