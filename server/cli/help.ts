import type { Command } from "./command.ts";

export function helpText(commands: Readonly<Record<string, Command>>): string {
  const lines = Object.entries(commands).map(
    ([name, command]) => `  ${usage(name, command)}\n${wrapped(command.summary, "      ")}`,
  );
  return `Usage: spoor [command] [options]

  serve
      ${serveSummary} So does “spoor” by itself.
  demo
      ${demoSummary}
${lines.join("\n")}

--version prints the version. --help after a command explains that command. --json prints data instead of sentences;
an error is then one line of JSON on standard error, {"detail","code","causes"}. Where standard output is not a terminal,
“create”, “add”, and “user reset” print data by themselves. Exit codes: 0 success, 1 refused or failed, 2 unknown
command or option. Data is in ./data, or in SPOOR_DATA. With DATABASE_URL=postgres://… it is in that
database, and the folder holds the queue.
`;
}

const serveSummary = "Accept events and serve pages on http://localhost:3000, or on HOST and PORT.";

const demoSummary =
  "Serve with sample data: a shop's week of errors and traces, deleted at the end unless SPOOR_DATA is set.";

export const demoHelp = `Usage: spoor demo

  ${demoSummary}
  It prints the address and how to sign in. Emails are off.
`;

/** Without loading a command: the server's own is in another file. */
export const serveHelp = `Usage: spoor serve

  ${serveSummary}
  server/deploy/README.md lists the environment variables that it reads; in the package, deploy/README.md.
`;

/** `spoor backup --help`. */
export function commandHelp(name: string, command: Command): string {
  const options = Object.entries(command.options).map(([option, { type, required, hint }]) => {
    const taken = type === "boolean" ? "" : ` ${hint}`;
    return [`--${option}${taken}`, required ? "required" : type === "boolean" ? hint : ""] as const;
  });
  const all = [
    ...options,
    ["--json", command.answersJsonToPipes ? jsonByItself : "print data, and errors as JSON on standard error"],
    ["--help", "print this text"],
  ];
  const width = Math.max(...all.map(([words = ""]) => words.length));
  const lines = all.map(([words = "", note = ""]) => `  ${words.padEnd(width)}  ${note}`.trimEnd());
  return `Usage: spoor ${usage(name, command)}\n\n${wrapped(command.summary, "  ")}\n\n${lines.join("\n")}\n`;
}

const jsonByItself = "print data, as it does on a pipe by itself, and errors as JSON on standard error";

const widest = 118;

/** Lines as wide as the text at the end of `spoor --help`. */
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
