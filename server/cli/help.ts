import type { Command } from "./command.ts";

export function helpText(commands: Record<string, Command>): string {
  const lines = Object.entries(commands).map(
    ([name, command]) => `  ${usage(name, command)}\n      ${command.summary}`,
  );
  return `Usage: spoor <command> [options]

  serve
      Take events and serve pages: http://localhost:3000, or HOST and PORT.
${lines.join("\n")}

--json prints data instead of sentences. Everything is kept in ./data, or in SPOOR_DATA; with
DATABASE_URL=postgres://… in that database, and what waits to be stored in the folder.
`;
}

function usage(name: string, { options, operand }: Command): string {
  const words = Object.entries(options).map(([option, { type, required, hint }]) => {
    const word = type === "boolean" ? `--${option}` : `--${option} ${hint}`;
    return required ? word : `[${word}]`;
  });
  return [name, ...(operand === undefined ? [] : [operand]), ...words].join(" ");
}
