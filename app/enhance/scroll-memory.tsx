import { useState } from "react";
import {
  ScrollRestoration,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from "react-router";
import { useHydrating } from "./hydrated.ts";

/**
 * Restores the scroll position on Back. The router's own component includes a script for the
 * document's first paint; if an error page later replaces the document, React would create that
 * script from text, which Trusted Types forbid.
 */
export function ScrollMemory() {
  const [inDocument] = useState(useHydrating());
  return inDocument ? <ScrollRestoration /> : <WithoutScript />;
}

function WithoutScript() {
  useScrollRestoration();
  return null;
}
