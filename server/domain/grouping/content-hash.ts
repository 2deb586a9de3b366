/**
 * `index-B_jslZTw.js` → `index-*.js`: the same file in the next build. Bundlers append eight
 * characters of base64 (Vite, Rollup) or base32 (esbuild) or hexadecimal digits (webpack) after the
 * last dash or dot.
 */
export function withoutContentHash(name: string): string {
  if (name.length > 256) return name;
  const extension = name.search(/\.(?:[cm]?js|css)$/);
  const stem = extension < 0 ? name : name.slice(0, extension);
  const hash = hashAtEnd(stem);
  return hash === 0 ? name : `${stem.slice(0, -hash)}*${name.slice(stem.length)}`;
}

/** Length of the content hash at the end of `stem`. */
function hashAtEnd(stem: string): number {
  const mark = stem.at(-9);
  if ((mark === "-" || mark === ".") && looksRandom(stem.slice(-8))) return 8;
  const hex = /[.-]([0-9a-f]{8,64})$/.exec(stem)?.[1];
  return hex !== undefined && /\d/.test(hex) && /[a-f]/.test(hex) ? hex.length : 0;
}

/**
 * Eight characters that are no word: words have digits only at their end, and capitals only at the
 * start of a part.
 */
function looksRandom(eight: string): boolean {
  if (!/^[\w-]+$/.test(eight)) return false;
  if (/\d/.test(eight)) return !/^[a-z]+\d{1,2}$/i.test(eight) && !/^\d+$/.test(eight);
  if (/^[A-Z]+$/.test(eight)) return true;
  return /[A-Z]{2}[a-z]|[a-z][A-Z].*[a-z][A-Z]|_.*[A-Z]|[A-Z].*_/.test(eight);
}
