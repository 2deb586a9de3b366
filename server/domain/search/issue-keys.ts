/** A key of issue search. The parser, its suggestions, and the help on the page use this table. */
export type IssueKey = {
  /** Aliases, case-insensitive, with or without `-` and `_`: those of Sentry and OpenTelemetry. */
  also?: readonly string[];
  /** Searched tags, each with the prefix of its values. Absent: a key with special meaning. */
  tags?: readonly (readonly [tag: string, before: string])[];
  /** Also searches the events of an issue (`event-test.ts`), like every key with tags. */
  ofEvents?: true;
  /** Values that are suggested and offered for typing errors: those of the project's releases. */
  values?: "releases";
  /**
   * An example and its meaning, shown on the page; keys without one are accepted but not listed.
   */
  help?: readonly [example: string, meaning: string];
};

export const issueKeys = {
  is: {
    also: ["status"],
    help: [
      "is:unresolved",
      "new, ongoing, regressed, ignored, resolved, unhandled, assigned, or unassigned",
    ],
  },
  level: {
    ofEvents: true,
    help: ["level:[error,fatal]", "one or more levels; level:>=warning for warning and above"],
  },
  "error.type": {
    also: ["exception.type"],
    help: ["error.type:TypeError", "type of any exception in the chain"],
  },
  message: {
    also: ["error.value", "exception.message", "title"],
    help: ['message:"timed out"', "text anywhere in the message of any exception in the chain"],
  },
  "stack.filename": {
    also: ["stack.abs_path", "code.file.path"],
    help: [
      "stack.filename:cart.ts",
      "file of your own code in the stack trace: its path, the end of it, or a pattern",
    ],
  },
  "stack.function": {
    also: ["code.function.name"],
    help: ["stack.function:add*", "function of your own code in the stack trace"],
  },
  "stack.module": {
    also: ["stack.package"],
    help: ["stack.module:shop.cart", "module of your own code in the stack trace"],
  },
  environment: {
    also: ["env"],
    ofEvents: true,
    help: ["environment:production", "seen in this environment"],
  },
  release: {
    ofEvents: true,
    values: "releases",
    help: ["release:latest", "seen in the latest release; release:1.4.2 or release:web@1.4.*"],
  },
  "first-release": {
    values: "releases",
    help: ["first-release:1.4.*", "first seen in this release"],
  },
  dist: { tags: [["dist", ""]] },
  platform: { also: ["platform.name"], help: ["platform:python", "platform of the SDK"] },
  assigned: {
    also: ["assignee", "assigned_to", "assigned_or_suggested"],
    help: ["assigned:me", "me, none, an email address, or a name"],
  },
  issue: { also: ["short-id", "issue.id"], help: ["issue:SHOP-142", "one issue, by its short ID"] },
  route: { also: ["culprit", "location"], help: ["route:/checkout", "culprit of the issue"] },
  transaction: {
    tags: [["transaction", ""]],
    help: ["transaction:*checkout*", "name of the transaction"],
  },
  "http.url": {
    also: ["url", "request.url", "url.full"],
    tags: [
      ["url", ""],
      ["http.url", ""],
    ],
    help: ["http.url:*/checkout", "URL of the request, without its query"],
  },
  trace: {
    also: ["trace_id", "trace.id"],
    ofEvents: true,
    help: ["trace:4bf92f3577b34da6a3ce929d0e0e4736", "trace in which the error happened"],
  },
  user: {
    tags: [
      ...["", "id:", "email:", "username:", "ip:"].map((before) => ["user", before] as const),
      // The user's other fields (`domain/event/derived-tags`).
      ...["user.id", "user.email", "user.username", "user.ip"].map((tag) => [tag, ""] as const),
    ],
    help: ["user:mira@example.com", "user affected, by ID, email address, username, or IP address"],
  },
  "user.id": {
    also: ["enduser.id"],
    tags: userTags("id"),
    help: ["user.id:42", "user affected, by ID"],
  },
  "user.email": {
    tags: userTags("email"),
    help: ["user.email:*@example.com", "user affected, by email address"],
  },
  "user.username": {
    also: ["user.name"],
    tags: userTags("username"),
    help: ["user.username:mira", "user affected, by username"],
  },
  "user.ip": {
    also: ["user.ip_address"],
    tags: userTags("ip"),
    help: ["user.ip:203.0.113.*", "user affected, by IP address"],
  },
  browser: {
    tags: [
      ["browser", ""],
      ["browser.name", ""],
    ],
    help: ["browser:Chrome", "browser; browser:Chrome*131* with a version"],
  },
  os: {
    tags: [
      ["os", ""],
      ["os.name", ""],
      // If a server's SDK sends its own system.
      ["client_os", ""],
      ["client_os.name", ""],
    ],
    help: ["os:Android", "operating system"],
  },
  device: {
    tags: [
      ["device", ""],
      ["device.family", ""],
    ],
    help: ["device:iPhone*", "device"],
  },
  "browser.name": { tags: [["browser.name", ""]] },
  "os.name": { tags: [["os.name", ""]] },
  "device.family": {
    tags: [
      ["device.family", ""],
      ["device", ""],
    ],
  },
  runtime: {
    tags: [
      ["runtime", ""],
      ["runtime.name", ""],
    ],
  },
  logger: { tags: [["logger", ""]] },
  server_name: { also: ["server"], tags: [["server_name", ""]] },
  handled: { tags: [["handled", ""]] },
  mechanism: { also: ["error.mechanism"], tags: [["mechanism", ""]] },
  "error.unhandled": { ofEvents: true },
  "error.handled": { ofEvents: true },
  has: {
    ofEvents: true,
    help: ["has:user.email", "has a value for this key; !has:release for issues without one"],
  },
  "times-seen": {
    also: ["events", "count", "times", "event_count"],
    help: ["times-seen:>100", "number of events, also events: or count:; 10..100 for a range"],
  },
  users: { also: ["user_count"], help: ["users:>10", "number of users affected"] },
  "first-seen": {
    also: ["age"],
    help: [
      "first-seen:-7d",
      "within the last 7 days; +7d for before; dates, and 2026-11-01..2026-11-07; age:>7d is older",
    ],
  },
  "last-seen": { help: ["last-seen:>2026-11-01", "last event after this day"] },
} as const satisfies { [key: string]: IssueKey };

export type KnownKey = keyof typeof issueKeys;
export const knownKeys = Object.keys(issueKeys) as KnownKey[];

export type ReleaseKey = {
  [Key in KnownKey]: (typeof issueKeys)[Key] extends { values: "releases" } ? Key : never;
}[KnownKey];
export const isReleaseKey = (key: KnownKey | undefined): key is ReleaseKey =>
  key !== undefined && (issueKeys[key] as IssueKey).values === "releases";

/** Syntax without a specific key. */
export const issueSyntax = [
  [
    "payment failed",
    "words in any order: type, message, culprit, file, function, release, short ID, or a user's email address",
  ],
  ['"payment failed" !timeout', "a phrase; - or ! excludes a word, a phrase, a key, or a group"],
  ["order*exist", "* matches any text, also inside a word; in quotes, it matches an asterisk"],
  ["(level:fatal OR users:>100) !browser:Safari", "OR and parentheses; in quotes, they are text"],
  ["plan:[pro,team*]", "any other key is a tag; * matches any text"],
  ["http.status_code:>=500", "tags with numbers can be compared"],
] as const;

/** The event's own field, and the tag `user`, which has the first one that the SDK sent. */
function userTags(field: "id" | "email" | "username" | "ip") {
  return [
    [`user.${field}`, ""],
    ["user", `${field}:`],
  ] as const;
}

/** The tags searched for a key: its own if the table has none. */
export function tagsOfKey(key: string): readonly (readonly [tag: string, before: string])[] {
  const known: IssueKey | undefined = Object.hasOwn(issueKeys, key)
    ? issueKeys[key as KnownKey]
    : undefined;
  return known?.tags ?? [[key, ""]];
}
