/**
 * `index-B_jslZTw.js` → `index-*.js`: the same file in the next build. Bundlers put eight
 * characters of base64 (Vite, Rollup) or base32 (esbuild) or a run of hex digits (webpack) after
 * the last dash or dot.
 */
export function withoutContentHash(name: string): string {
  if (name.length > 256) return name;
  const extension = name.search(/\.(?:[cm]?js|css)$/);
  const stem = extension < 0 ? name : name.slice(0, extension);
  const hash = hashAtEnd(stem);
  return hash === 0 ? name : `${stem.slice(0, -hash)}*${name.slice(stem.length)}`;
}

/** How many characters at the end of `stem` are a content hash. */
function hashAtEnd(stem: string): number {
  const mark = stem.at(-9);
  if ((mark === "-" || mark === ".") && looksRandom(stem.slice(-8))) return 8;
  const hex = /[.-]([0-9a-f]{8,64})$/.exec(stem)?.[1];
  return hex !== undefined && /\d/.test(hex) && /[a-f]/.test(hex) ? hex.length : 0;
}

/**
 * Eight characters that are no word: words have no digits but at their end, and capitals only where
 * a part begins.
 */
function looksRandom(eight: string): boolean {
  if (!/^[\w-]+$/.test(eight)) return false;
  if (/\d/.test(eight)) return !/^[a-z]+\d{1,2}$/i.test(eight) && !/^\d+$/.test(eight);
  if (/^[A-Z]+$/.test(eight)) return true;
  return /[A-Z]{2}[a-z]|[a-z][A-Z].*[a-z][A-Z]|_.*[A-Z]|[A-Z].*_/.test(eight);
}
