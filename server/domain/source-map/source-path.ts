/**
 * A source's readable name: `../../src/cart.ts`, `webpack://shop/./src/cart.ts?4f2a`, and
 * `https://shop.example/src/cart.ts` become `src/cart.ts`. Files in packages start with
 * `node_modules/`.
 */
export function sourcePath(source: string): string {
  const plain = source
    .replace(/^(?:webpack|webpack-internal|rollup|turbopack|vite|app|ng):\/\/\/?(?:[^/]*\/)?/, "")
    .replace(/^(?:https?|file|app):\/\/[^/]*\//, "")
    .replace(/^\(?[\w-]+\)\/\.\//, "")
    .replace(/[?#].*$/, "");
  const library = plain.lastIndexOf("node_modules/");
  if (library >= 0) return plain.slice(library);
  return plain.replace(/^(?:\.{0,2}\/|~\/)+/, "") || source;
}

/** Whether code at this path is from a package or the engine. */
export const isLibrary = (path: string): boolean =>
  /(?:^|\/)node_modules\/|^node:|^internal\//.test(path);
