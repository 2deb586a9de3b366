import { familyOfIssue, type FamilyName } from "./family.ts";

/** Labels of families on issues, next to type and message. */
export const familyLabels: { [Name in FamilyName]: string } = {
  "stale-chunk": "Stale chunk",
  hydration: "Hydration mismatch",
  extension: "Browser extension",
  aborted: "Aborted",
  network: "Network error",
  "route-response": "Route response",
};

/** The label of an issue; undefined without a family. */
export function familyLabel(issue: Parameters<typeof familyOfIssue>[0]): string | undefined {
  const family = familyOfIssue(issue);
  return family && familyLabels[family];
}

/** Meaning of the family, and what to do. */
export const familyAdvice: { [Name in FamilyName]: string } = {
  "stale-chunk":
    "A tab opened before a deploy requested files that no longer exist. Keep the files of recent builds for a few days, or reload the page when this happens. If the latest release has many events, a file is missing.",
  hydration:
    "The browser’s first render differed from the server’s HTML, so React rendered the page again. Look for times, random values, the user’s language, window in render, and invalid nesting of HTML. Browser extensions that change pages cause it, too. In that case, it occurs in few browsers and on all routes.",
  extension: "All code in the stack is from browser extensions. Ignore the issue.",
  aborted:
    "The browser canceled the request, because the user left the page or the page started a new one. No action needed. To drop these errors, catch AbortError at the request.",
  network:
    "The browser received no response: the connection was lost, an extension blocked the request, or the server’s CORS headers do not allow it. If it occurs on one route or host only, the user’s network is rarely the cause.",
  "route-response":
    "A loader or action threw a response, which the route’s error boundary shows. A 4xx status is an expected response. Look for links to URLs that do not exist, or drop these events in the SDK’s beforeSend hook.",
};
