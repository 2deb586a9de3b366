import { hintsInBrands } from "#server/domain/user-agent/client-hints.ts";
import type { ReadUserAgent } from "#server/domain/user-agent/user-agent.ts";
import type { Attributes, AttributeValue } from "./span.ts";

/**
 * User-Agent and brand data of a span or resource, under the semantic conventions' names: only what
 * neither it nor `around` (the span's resource) has. A server describes its own system as `os.*`;
 * the visitor's is then `user_agent.os.*`.
 */
export function userAgentAttributes(
  said: Attributes,
  around: Attributes,
  read: ReadUserAgent,
): Attributes {
  const text = said["user_agent.original"];
  const brands = said["browser.brands"];
  if (typeof text !== "string" && brands === undefined) return {};
  const platform = said["browser.platform"];
  const hints = hintsInBrands(textsIn(brands), typeof platform === "string" ? platform : undefined);
  const { browser, os, device, isCrawler } = read(typeof text === "string" ? text : "", hints);
  const system = isSystemSaid(said) || isSystemSaid(around) ? "user_agent.os" : "os";
  const found: [string, string | undefined][] = [
    ["user_agent.name", browser?.name],
    ["user_agent.version", browser?.version],
    [`${system}.name`, os?.name],
    [`${system}.version`, os?.version],
    ["device.model.name", device?.family],
    ["user_agent.synthetic.type", isCrawler ? "bot" : undefined],
  ];
  const added: Attributes = {};
  for (const [name, value] of found)
    if (value !== undefined && !(name in said) && !(name in around)) added[name] = value;
  return added;
}

/** Whether an attribute may have been derived this way. */
export const isUserAgentKey = (name: string): boolean => /^(?:user_agent|os|device)\./.test(name);

const isSystemSaid = (attributes: Attributes): boolean =>
  "os.name" in attributes || "os.type" in attributes;

const textsIn = (value: AttributeValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
