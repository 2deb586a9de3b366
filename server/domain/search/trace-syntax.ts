/** What is on the page as an example, and what it means. */
export const traceSyntax = [
  ["checkout !health", "word in the name of any span; - or ! excludes a word, a key, or a group"],
  ['service:web name:"GET /cart"', "service and span name"],
  ["route:/cart", "route"],
  ["kind:client status:error", "span kind; traces with a failed span, or status:ok"],
  ["duration:>100ms", "duration of the trace; 100ms..2s for a range"],
  ["spans:>100 errors:>=2", "number of spans, and of failed spans"],
  ["environment:production release:web@1.4.2", "environment and release"],
  ["http.response.status_code:>=500", "any attribute; numbers can be compared"],
  ["db.query.text:orders", "text anywhere in a query"],
  ["orders SELECT", "words beside an SQL keyword in capitals: in a span name or the text of a query"],
  ["get*cart url.path:/api/*", "* matches any text; in quotes it is a character"],
  ["has:user.id", "has a value for this attribute; -has:user.id for none"],
  ["browser:Chrome os:Android", "browser, operating system, and device:"],
  ["is:idle", "clicks and key presses that led to nothing; the page lists them only by this"],
  ["is:asset", "requests for static files; the page lists them only by this"],
  ["(status:error OR duration:>2s) -service:db", "OR and parentheses; in quotes they are text"],
] as const;
