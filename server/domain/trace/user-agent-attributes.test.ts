import { expect, test } from "vitest";
import { readUserAgent } from "#server/domain/user-agent/remember-user-agents.ts";
import { userAgentAttributes } from "./user-agent-attributes.ts";

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
const bot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

test("a span's User-Agent becomes conventional attributes", () => {
  expect(userAgentAttributes({ "user_agent.original": iphone }, {}, readUserAgent)).toEqual({
    "user_agent.name": "Safari",
    "user_agent.version": "18.1",
    "os.name": "iOS",
    "os.version": "18.1",
    "device.model.name": "iPhone",
  });
  expect(userAgentAttributes({ "user_agent.original": bot }, {}, readUserAgent)).toEqual({
    "user_agent.name": "Googlebot",
    "user_agent.version": "2.1",
    "user_agent.synthetic.type": "bot",
  });
});

test("span and resource values take precedence over the User-Agent", () => {
  const said = { "user_agent.original": iphone, "user_agent.name": "Shop app" };
  expect(userAgentAttributes(said, { "os.type": "linux" }, readUserAgent)).toEqual({
    "user_agent.version": "18.1",
    "user_agent.os.name": "iOS",
    "user_agent.os.version": "18.1",
    "device.model.name": "iPhone",
  });
  expect(userAgentAttributes({ "url.path": "/" }, {}, readUserAgent)).toEqual({});
});

test("a browser with brands needs no User-Agent", () => {
  const said = {
    "browser.brands": ["Not A;Brand 99", "Google Chrome 140"],
    "browser.platform": "Windows",
  };
  expect(userAgentAttributes(said, {}, readUserAgent)).toEqual({
    "user_agent.name": "Chrome",
    "user_agent.version": "140",
    "os.name": "Windows",
  });
});
