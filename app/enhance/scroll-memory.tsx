import { useState } from "react";
import {
  ScrollRestoration,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from "react-router";
import { useHydrating } from "./hydrated.ts";

/**
 * Moving back finds one's place on the page. The router's own component brings a script for the
 * document's first paint; when an error page replaces the whole document later, React would make
 * that script of text, which Trusted Types forbid.
 */
export function ScrollMemory() {
  const [inDocument] = useState(useHydrating());
  return inDocument ? <ScrollRestoration /> : <WithoutScript />;
}

function WithoutScript() {
  useScrollRestoration();
  return null;
}
