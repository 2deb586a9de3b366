import type { Command } from "./command.ts";

export function helpText(commands: Readonly<Record<string, Command>>): string {
  const lines = Object.entries(commands).map(
    ([name, command]) => `  ${usage(name, command)}\n${wrapped(command.summary, "      ")}`,
  );
  return `Usage: spoor [command] [options]

  serve
      ${serveSummary} This is the default command.
  demo
      ${demoSummary}
${lines.join("\n")}

Options:
  --help     Show help. Also works after a command.
  --version  Print the version.
  --json     Print JSON. Errors are one line on standard error: {"detail","code","causes"}. This is the default for
             “create”, “add”, and “user reset” when standard output is not a terminal.

Exit codes: 0 success, 1 failure, 2 unknown command or option.

Data is stored in SPOOR_DATA (default: ./data). If DATABASE_URL=postgres://… is set, data is stored in that database,
and the folder contains only the queue.
`;
}

const serveSummary =
  "Start the server: accept events and serve pages on http://localhost:3000, or on HOST and PORT.";

const demoSummary =
  "Start a server with sample data: one week of a shop's errors and traces. Deleted on exit unless SPOOR_DATA is set.";

export const demoHelp = `Usage: spoor demo

  ${demoSummary}
  Prints the URL and how to sign in. Email is turned off.
`;

/** Loads no command: the server's own is in another file. */
export const serveHelp = `Usage: spoor serve

  ${serveSummary}
  Environment variables are listed in server/deploy/README.md (in the package: deploy/README.md).
`;

/** `spoor backup --help`. */
export function commandHelp(name: string, command: Command): string {
  const options = Object.entries(command.options).map(([option, { type, required, hint }]) => {
    const taken = type === "boolean" ? "" : ` ${hint}`;
    return [`--${option}${taken}`, required ? "required" : type === "boolean" ? hint : ""] as const;
  });
  const all = [
    ...options,
    [
      "--json",
      command.answersJsonToPipes ? jsonByItself : "print JSON; errors go to standard error",
    ],
    ["--help", "show this help"],
  ];
  const width = Math.max(...all.map(([words = ""]) => words.length));
  const lines = all.map(([words = "", note = ""]) => `  ${words.padEnd(width)}  ${note}`.trimEnd());
  return `Usage: spoor ${usage(name, command)}\n\n${wrapped(command.summary, "  ")}\n\n${lines.join("\n")}\n`;
}

const jsonByItself = "print JSON (the default on a pipe); errors go to standard error";

const widest = 118;

/** As wide as the text at the end of `spoor --help`. */
function wrapped(text: string, indent: string): string {
  const lines = [indent];
  for (const word of text.split(" ")) {
    const line = lines.at(-1)!;
    const longer = line === indent ? line + word : `${line} ${word}`;
    if (longer.length <= widest || line === indent) lines[lines.length - 1] = longer;
    else lines.push(indent + word);
  }
  return lines.join("\n");
}

function usage(name: string, { options, operand }: Command): string {
  const words = Object.entries(options).map(([option, { type, required, hint }]) => {
    const word = type === "boolean" ? `--${option}` : `--${option} ${hint}`;
    return required ? word : `[${word}]`;
  });
  return [name, ...(operand === undefined ? [] : [operand]), ...words].join(" ");
}
