import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { nearestOf } from "#server/domain/search/nearest.ts";
import type { Command, FolderInput } from "./command.ts";

type Words = Pick<FolderInput, "values" | "operand">;

/** Parses all options and the operand, or returns an error message. */
export function readWords(name: string, command: Command, words: string[]): Words | string {
  const options: ParseArgsOptionsConfig = { json: { type: "boolean" } };
  for (const [option, { type }] of Object.entries(command.options)) options[option] = { type };
  const { values, positionals, tokens } = parseArgs({
    args: words,
    options,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    const wrong = token.kind === "option" ? wrongOption(name, command, token) : undefined;
    if (wrong !== undefined) return wrong;
  }
  return (
    wrongWords(name, command, values, positionals) ?? {
      values,
      operand: positionals[0] ?? "",
    }
  );
}

type OptionToken = {
  name: string;
  rawName: string;
  value?: string | undefined;
  inlineValue?: boolean | undefined;
};

function wrongOption(name: string, { options }: Command, token: OptionToken): string | undefined {
  const type = token.name === "json" ? "boolean" : options[token.name]?.type;
  if (type === undefined || !token.rawName.startsWith("--"))
    return unknownOption(name, options, token);
  if (type === "boolean") return token.inlineValue ? `${token.rawName} takes no value.` : undefined;
  if (token.value === undefined || (token.value === "" && options[token.name]!.required))
    return `${token.rawName} needs a value.`;
  // Probably the next option after a missing value.
  if (!token.inlineValue && token.value.startsWith("-"))
    return `${token.rawName} needs a value. If the value starts with a hyphen, use ${token.rawName}=${token.value}.`;
  return undefined;
}

function unknownOption(
  name: string,
  options: Command["options"],
  { name: option, rawName }: OptionToken,
): string {
  const nearest = nearestOf(option, [...Object.keys(options), "json", "help"]);
  const meant = nearest === undefined ? "" : ` Did you mean --${nearest}?`;
  return `${name} has no option ${rawName}.${meant} Run “spoor ${name} --help” for its options.`;
}

function wrongWords(
  name: string,
  { options, operand }: Command,
  values: { [option: string]: unknown },
  positionals: string[],
): string | undefined {
  const surplus = positionals[operand === undefined ? 0 : 1];
  const help = `Run “spoor ${name} --help” for help.`;
  if (surplus !== undefined) return `${name} doesn't accept “${surplus}”. ${help}`;
  const missing = Object.keys(options).filter(
    (option) => options[option]!.required && values[option] === undefined,
  );
  if (operand !== undefined && !positionals[0]) missing.unshift(operand);
  if (missing.length === 0) return undefined;
  const list = missing.map((each) => (each === operand ? each : `--${each}`));
  return `${name} requires ${list.join(", ").replace(/, ([^,]*)$/, " and $1")}. ${help}`;
}
