import assert from "node:assert/strict";
import { rulebookOf } from "#server/domain/grouping-rules/apply-rules.ts";
import { parseRules } from "#server/domain/grouping-rules/parse-rules.ts";
import { printRule } from "#server/domain/grouping-rules/print-rule.ts";
import { readMarkdown } from "#server/domain/markdown/read-markdown.ts";
import { intervalUnits } from "#server/domain/monitor/interval.ts";
import { checkTimetable, nextTimes } from "#server/domain/monitor/schedule.ts";
import { scheduleWords } from "#server/domain/monitor/schedule-words.ts";
import { findOwners } from "#server/domain/ownership/find-owners.ts";
import { readOwnership } from "#server/domain/ownership/rules.ts";
import { parseIssueQuery } from "#server/domain/search/parse-issue-query.ts";
import { parseTraceQuery } from "#server/domain/search/traces/parse-trace-query.ts";
import { printTraceQuery } from "#server/domain/search/traces/print-trace-query.fixture.ts";
import { printIssueQuery } from "#server/domain/search/print-issue-query.ts";
import { hintsInHeaders } from "#server/domain/user-agent/client-hints.ts";
import { readUserAgent } from "#server/domain/user-agent/remember-user-agents.ts";
import { readErrorEvent } from "#server/ingest/sentry/event/read-error-event.ts";
import { sampleEvent, sampleReceipt } from "#server/ingest/sentry/sample.fixture.ts";
import { ofText, type Target } from "#tests/fuzz/target.ts";

const now = Date.UTC(2026, 10, 21, 5);
const event = readErrorEvent(
  { ...sampleEvent, message: `${"a".repeat(2_000)}b` },
  sampleReceipt,
  [],
);
const owned = {
  paths: ["src/checkout/cart.ts", "a/".repeat(500)],
  routes: ["GET /checkout/pay"],
  tags: event.tags,
};

/** Text typed by members, up to the fields' limits. */
export const wordTargets: Target[] = [
  {
    name: "issue search",
    seeds: [
      'is:unresolved level:[error,fatal] browser:Chrome* -timeout "no line item"',
      "times-seen:>100 first-seen:-7d !has:user",
      "(error.type:A OR !(stack.filename:*.ts http.status_code:>=500)) AND user.email:[a@b,c]",
    ],
    words: [
      "is:",
      "!",
      "-",
      '"',
      "[",
      "]",
      ",",
      "*",
      "(",
      ")",
      " OR ",
      " AND ",
      ":",
      ">",
      "level:",
      "message:",
      "\\",
      "//",
    ],
    read: ofText((text) => {
      const read = parseIssueQuery(text);
      if ("problem" in read)
        return assert.ok(text.slice(read.from, read.to).length > 0, "names its part");
      assert.deepEqual(parseIssueQuery(printIssueQuery(read.query)), read);
    }),
  },
  {
    name: "trace search",
    seeds: [
      'service:web route:/cart status:error duration:>100ms "GET /x"',
      "-http.method:GET env:production kind:server",
    ],
    words: [
      "duration:",
      "status:",
      "-",
      '"',
      "<",
      ">=",
      "ms",
      ":",
      "//",
      "route:",
      "1e9s",
      "\\",
      "name:",
    ],
    read: ofText((text) => {
      const read = parseTraceQuery(text);
      if ("problem" in read) return assert.ok(read.detail.length > 10);
      assert.deepEqual(parseTraceQuery(printTraceQuery(read.query)), read);
    }),
  },
  {
    name: "Markdown",
    seeds: [
      "# Why\n\nIt is **very `slow`**\nsince ~~then~~\n\n> said\n\n1. [x] one\n2. two\n\n```js\na<b\n```",
      "|a|b|\n|-|-|\n|1|2|",
      "[a](javascript:b) ![c](d) <e@f.g> @mira SHOP-142",
    ],
    words: [
      "*",
      "_",
      "`",
      "> ",
      "- ",
      "[",
      "](",
      "<",
      "<!--",
      "&#",
      "    ",
      "|",
      "\\",
      "@",
      "http://",
      "~~~",
    ],
    read: ofText((text) => {
      const blocks = readMarkdown(text.slice(0, 10_000));
      assert.ok(
        !/"(?:href|to|target|path)":"\s*(?:javascript|data|vbscript):/i.test(
          JSON.stringify(blocks),
        ),
        "no script in a link",
      );
    }),
  },
  {
    name: "User-Agent",
    seeds: [
      "Mozilla/5.0 (Linux; Android 14; Pixel 8 Pro Build/UQ1A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.6099.144 Mobile Safari/537.36",
      "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
      '"Google Chrome";v="140", "Not=A?Brand";v="24", "Chromium";v="140"',
    ],
    words: [
      "Android 1; ",
      "; ",
      "(",
      ")",
      "bot/",
      "Version/",
      "; v=",
      '"',
      "Windows NT 10.0",
      "iPhone OS ",
      "Build/",
    ],
    read: ofText((text) => {
      const { browser, os } = readUserAgent(
        text,
        hintsInHeaders(() => text),
      );
      for (const version of [browser?.version, os?.version])
        assert.ok((version ?? "").length <= 40);
    }),
  },
  {
    name: "grouping rules",
    seeds: [
      'type:TypeError message:"*no * item*" -> cart {{ type }} title="Cart: {{ message }}"',
      "# remark\n!path:**/node_modules/** tags.plan:pro -> {{ default }} x",
    ],
    words: [
      "->",
      "type:",
      "{{ ",
      " }}",
      "*",
      "**",
      '"',
      "\\",
      "title=",
      "tags.",
      "!",
      "#",
      "default",
    ],
    read: ofText((text) => {
      const read = parseRules(text);
      if (!read.ok)
        return assert.ok(
          read.wrong.length > 0 && read.wrong.every(({ why, line }) => why !== "" && line > 0),
        );
      rulebookOf(read.rules)(event);
      for (const { line: _, ...rule } of read.rules) {
        const printed = printRule(rule);
        if (printed.length > 1_000) continue;
        const again = parseRules(printed);
        assert.deepEqual(again, { ok: true, rules: [{ ...rule, line: 1 }] });
      }
    }),
  },
  {
    name: "ownership rules",
    seeds: [
      "path:src/checkout/** mira@example.com\nroute:/checkout/* mira@example.com",
      '# remark\ntags.plan:"very pro" mira@example.com',
    ],
    words: ["path:", "route:", "tags.", "**", "*/", "?", "mira@example.com", '"', "#", "/"],
    read: ofText((text) => {
      const { rules, wrong } = readOwnership(text, new Set(["mira@example.com"]));
      assert.ok(wrong.every(({ line, detail }) => line > 0 && detail !== ""));
      findOwners(rules, owned);
    }),
  },
  {
    name: "schedule",
    seeds: ["0 2 * * *", "*/5 9-17 * * MON-FRI", "@daily", "30 4 29 2 *", "0 0 L * 1#2"],
    words: [
      "*",
      "/",
      "-",
      ",",
      "L",
      "W",
      "#",
      "?",
      "@",
      "@every 5s",
      "+",
      " ",
      "0",
      "59",
      "99999999999",
      "JAN",
    ],
    read: ofText((text) => {
      const units = intervalUnits.map(
        (unit) => ({ kind: "interval", every: Math.min(text.length, 10_000), unit }) as const,
      );
      for (const schedule of [
        { kind: "crontab", expression: text.slice(0, 200) } as const,
        ...units.slice(0, 3),
      ]) {
        const timetable = { schedule, timeZone: "Europe/Berlin" };
        assert.equal(typeof scheduleWords(schedule), "string");
        if (schedule.kind === "interval" && schedule.every === 0) continue;
        if (checkTimetable(timetable, now)) continue;
        const times = nextTimes(timetable, now, 3);
        assert.ok(
          times.every((at, index) => at > (times[index - 1] ?? now)),
          `not ahead: ${times.join()}`,
        );
      }
    }),
  },
];
