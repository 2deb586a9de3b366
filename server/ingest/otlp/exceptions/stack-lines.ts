import type { JsonObject } from "#server/domain/json.ts";

/** A stack frame in Sentry's event schema, or undefined if the line isn't of this language. */
type LineReader = (line: string) => JsonObject | undefined;

/**
 * Reads one line of a stack in any of these languages. Their formats exclude each other, or the
 * order decides.
 */
export function readFrameLine(line: string): JsonObject | undefined {
  for (const read of readers) {
    const frame = read(line);
    if (frame) return frame;
  }
  return undefined;
}

// A line may be crafted to be slow: these patterns never scan far ahead twice.

// `    at Type.method (/app/shop.js:10:5)`, `    at async /app/shop.js:10:5`, `    at Array.map (<anonymous>)`
const v8 = /^\s*at (?:async )?/;

function readV8(line: string): JsonObject | undefined {
  const start = v8.exec(line)?.[0].length;
  if (start === undefined) return undefined;
  const open = line.indexOf(" (", start);
  if (open < 0)
    return /:\d+:\d+$/.test(line) ? javascriptFrame(undefined, line.slice(start)) : undefined;
  if (!line.endsWith(")")) return undefined;
  return javascriptFrame(line.slice(start, open), innermostPlace(line.slice(open + 2, -1)));
}

/**
 * `eval at f (/app/a.js:1:2), <anonymous>:1:1`: evaluated code has no file, so the position of the
 * `eval` counts.
 */
function innermostPlace(place: string): string {
  return /\(([^()]+:\d+:\d+)\)/.exec(place)?.[1] ?? place;
}

// `checkout@https://shop.example/app.js:10:5`, `@https://…`, `https://…:10:5`, `map@[native code]`
const gecko = /^\s*([^@\s/]*(?:\/<)?|[^@/]*)@(.+)$/;
const bareUrl = /^\s*((?:https?|file|webpack|blob|[a-z-]+-extension):\/\/\S+:\d+:\d+)$/;

function readGecko(line: string): JsonObject | undefined {
  const bare = bareUrl.exec(line);
  if (bare) return javascriptFrame(undefined, bare[1]!);
  const [, name, place] = gecko.exec(line) ?? [];
  if (place === undefined || !(/:\d+(?::\d+)?$/.test(place) || place === "[native code]"))
    return undefined;
  return javascriptFrame(name, place);
}

function javascriptFrame(name: string | undefined, place: string): JsonObject {
  const [, file = place, line, column] = /^(.*?)(?::(\d+))?(?::(\d+))?$/.exec(place) ?? [];
  const path = file.replace(/^file:\/\//, "");
  return frameOf({
    function: name?.replace(/^new | \[as [^\]]*\]$/g, ""),
    filename: path,
    lineno: line,
    colno: column,
  });
}

// `	at com.shop.Cart.total(Cart.java:12)`, `	at java.base/java.lang.Thread.run(Thread.java:840)`
const java =
  /^\s*at (?:[\w.@-]*\/)*([\w$.]+)\.([\w$<>]+)\(([\w$-]+\.\w+|Native Method|Unknown Source|<\w+>)(?::(\d+))?\)/;
const javaLibrary =
  /^(?:java|javax|jakarta|jdk|sun|com\.sun|kotlin|kotlinx|scala|groovy|org\.(?:springframework|apache|hibernate|eclipse|jboss)|io\.(?:netty|opentelemetry|grpc)|reactor)\./;

function readJava(line: string): JsonObject | undefined {
  const [, module, name, file, lineNumber] = java.exec(line) ?? [];
  if (module === undefined) return undefined;
  const known = file !== "Native Method" && file !== "Unknown Source" ? file : undefined;
  return frameOf({
    module,
    function: name,
    filename: known,
    lineno: lineNumber,
    in_app: !javaLibrary.test(`${module}.`),
  });
}

// `   at Shop.Cart.Total(Int32 id) in /src/Cart.cs:line 12`
function readDotnet(line: string): JsonObject | undefined {
  const start = /^\s*at /.exec(line)?.[0].length;
  const open = line.indexOf("(");
  const close = line.indexOf(")", open);
  if (start === undefined || open < start || close < 0) return undefined;
  const called = line.slice(start, open);
  const dot = called.lastIndexOf(".");
  if (dot < 1 || called.includes(" ")) return undefined;
  const [, file, lineNumber] = /^ in (.+):line (\d+)$/.exec(line.slice(close + 1)) ?? [];
  const inApp = !/^(?:System|Microsoft)\./.test(called);
  const module = called.slice(0, dot);
  return frameOf({
    module,
    function: called.slice(dot + 1),
    filename: file,
    lineno: lineNumber,
    in_app: inApp,
  });
}

// `app/cart.rb:12:in 'Cart#total'`, with a backquote before Ruby 3.4
const ruby = /^\s*(?:from )?(\S.*?):(\d+):in [`'](.+?)'/;

function readRuby(line: string): JsonObject | undefined {
  const [, file, lineNumber, name] = ruby.exec(line) ?? [];
  return file === undefined
    ? undefined
    : frameOf({ filename: file, lineno: lineNumber, function: name });
}

// `#0 /app/cart.php(12): Cart->total()`
const php = /^#\d+ (.+?)\((\d+)\): (.+?)\(/;

function readPhp(line: string): JsonObject | undefined {
  const [, file, lineNumber, name] = php.exec(line) ?? [];
  return file === undefined
    ? undefined
    : frameOf({ filename: file, lineno: lineNumber, function: name });
}

// Java before V8: its lines have no space before the parenthesis, V8's have.
const readers: LineReader[] = [readJava, readV8, readDotnet, readPhp, readRuby, readGecko];

/** Omits unknown fields; line and column as numbers. */
export function frameOf(fields: { [name: string]: string | boolean | undefined }): JsonObject {
  const frame: JsonObject = {};
  for (const name in fields) {
    const value = fields[name];
    if (value === undefined || value === "") continue;
    frame[name] = name === "lineno" || name === "colno" ? Number(value) : value;
  }
  return frame;
}
