import { readConfig } from "#server/config.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import { nearestOf } from "#server/domain/search/nearest.ts";
import { openStore } from "#server/start/open-store.ts";
import { hasData } from "#server/storage/sqlite/connections.ts";
import { actAsOwnerOf } from "./act-as-owner.ts";
import { backup } from "./backup.ts";
import type { Answer, Command, FolderInput, Program } from "./command.ts";
import { complain, wantsHelp, wantsJson } from "./complain.ts";
import { doctor } from "./doctor.ts";
import { exportCommand } from "./export.ts";
import { health } from "./health.ts";
import { commandHelp, demoHelp, helpText, serveHelp } from "./help.ts";
import { importCommand } from "./import.ts";
import { migrate } from "./migrate.ts";
import { memberAdd } from "./member.ts";
import { move } from "./move.ts";
import { projectCreate, projectList } from "./project.ts";
import { readWords } from "./read-words.ts";
import { replay } from "./replay.ts";
import { restore } from "./restore.ts";
import { salvage } from "./salvage.ts";
import { tokenCreate } from "./token.ts";
import { userDisableTwoFactor } from "./user-disable-two-factor.ts";
import { userReset } from "./user-reset.ts";
import { userCreate, userList } from "./user.ts";
import { verify } from "./verify.ts";

export const commands: Readonly<Record<string, Command>> = {
  "user create": userCreate,
  "user list": userList,
  "user reset": userReset,
  "user disable-two-factor": userDisableTwoFactor,
  "project create": projectCreate,
  "project list": projectList,
  "member add": memberAdd,
  "token create": tokenCreate,
  backup,
  verify,
  restore,
  replay,
  salvage,
  export: exportCommand,
  import: importCommand,
  migrate,
  move,
  doctor,
  health,
};

/**
 * All commands except `serve`. Resolves to the exit code: 0, 1 for a refusal, 2 for unknown
 * arguments.
 */
export async function runCommand(asked: string[], program: Program): Promise<number> {
  // `spoor --json user list`.
  const words = asked[0] === "--json" ? [...asked.slice(1), "--json"] : asked;
  const name = [words.slice(0, 2).join(" "), words[0] ?? ""].find((each) =>
    Object.hasOwn(commands, each),
  );
  if (name === undefined) return printHelp(words);
  const command = commands[name]!;
  const rest = words.slice(name.split(" ").length);
  if (wantsHelp(rest)) return printText(commandHelp(name, command));
  const given = readWords(name, command, rest);
  if (typeof given === "string") return misused(given, words);
  const config = readConfig(program.environment);
  actAsOwnerOf(config.dataFolder);
  return print(
    await perform(command, { ...given, config, program, now: Date.now }),
    command,
    given.values,
  );
}

async function perform(command: Command, input: FolderInput): Promise<Answer | Problem> {
  if (command.inDatabase !== undefined && input.config.databaseUrl !== undefined)
    return {
      problem: "conflict",
      detail: `All data is in PostgreSQL (DATABASE_URL). ${command.inDatabase}`,
    };
  if ("runOnFolder" in command) return command.runOnFolder(input);
  const wrong = command.refusal?.(input.values);
  if (wrong) return wrong;
  const { dataFolder, databaseUrl } = input.config;
  const isFirst = databaseUrl === undefined && !hasData(dataFolder);
  if (isFirst && command.mayBeFirst !== true)
    return {
      problem: "conflict",
      detail: `No Spoor data in ${dataFolder}. Set SPOOR_DATA to the server's data folder.`,
    };
  const store = await openStore(input.config);
  // Standard output is for the result. With --json, standard error is only for errors.
  if (isFirst && input.values.json !== true)
    process.stderr.write(`spoor: Created the data folder ${dataFolder}.\n`);
  try {
    return await command.run({ ...input, store });
  } finally {
    await store.close();
  }
}

function print(answer: Answer | Problem, command: Command, values: FolderInput["values"]): number {
  if (isProblem(answer)) {
    complain({ ...answer, code: answer.problem }, values.json === true);
    return 1;
  }
  // Output meant for programs is JSON even without the option: `spoor token create … | jq -r
  // .token`.
  const json =
    values.json === true || (command.answersJsonToPipes === true && !process.stdout.isTTY);
  const stream = answer.onStderr ? process.stderr : process.stdout;
  stream.write(json ? `${JSON.stringify(answer.data)}\n` : `${answer.text}\n`);
  return answer.exitCode ?? 0;
}

/** Arguments after `serve`, `demo`, or `--version`, and options instead of a command. */
export function refuseWords(name: string, words: string[]): number {
  const [word = ""] = words;
  const nearest = nearestOf(word, ["--version", "--help"]);
  const advice = nearest
    ? `Did you mean ${nearest}?`
    : "Settings are environment variables, such as PORT and SPOOR_DATA.";
  const refusal =
    name === "spoor" ? `unknown option ${word}.` : `${name} doesn't accept “${word}”.`;
  return misused(`${refusal} ${advice} Run “spoor --help” for a list of commands.`, words);
}

function printHelp(words: string[]): number {
  const option = words.find((word) => word !== "--json");
  if (option?.startsWith("-") && !wantsHelp(words)) return refuseWords("spoor", [option, ...words]);
  const named = words.filter((word) => !word.startsWith("-"));
  const [first = "help", ...rest] = named;
  if (first === "help")
    return rest.length === 0 ? printText(helpText(commands)) : helpOn(rest, words);
  return wantsHelp(words) || named.length === 1
    ? helpOn(named, words)
    : misused(unknownCommand(named), words);
}

/** `spoor help backup`, `spoor user --help`. */
function helpOn(named: string[], words: string[]): number {
  const name = named.slice(0, 2).join(" ");
  if (name === "serve") return printText(serveHelp);
  if (name === "demo") return printText(demoHelp);
  if (Object.hasOwn(commands, name)) return printText(commandHelp(name, commands[name]!));
  const group = Object.entries(commands).filter(([each]) => each.startsWith(`${name} `));
  if (group.length === 0 || wantsJson(words)) return misused(unknownCommand(named), words);
  const text = group.map(([each, command]) => commandHelp(each, command)).join("\n");
  // Without --help, an incomplete command is an error.
  if (wantsHelp(words) || words[0] === "help") return printText(text);
  process.stderr.write(`spoor: “${name}” requires a subcommand:\n\n${text}`);
  return 2;
}

function unknownCommand(named: string[]): string {
  const name = named.slice(0, 2).join(" ");
  const names = [...Object.keys(commands), "serve", "demo"];
  const nearest = nearestOf(name, names) ?? nearestOf(named[0]!, names);
  return `unknown command “${name}”. ${nearest ? `Did you mean “${nearest}”? ` : ""}Run “spoor --help” for a list of commands.`;
}

function printText(text: string): number {
  process.stdout.write(text);
  return 0;
}

function misused(sentence: string, words: string[]): number {
  complain({ detail: sentence, code: "usage" }, wantsJson(words));
  return 2;
}
