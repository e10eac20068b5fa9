import { basename } from "node:path";
import { parseArgs } from "node:util";

/*
 * Every command with its arguments: the help, the check of what was typed and what a script reads
 * come from here. Imports no package.
 */

/**
 * @typedef {{ type: "boolean", says: string }
 *   | { type: "string", says: string, value: string, choices?: readonly string[] }} Option
 */

/**
 * One way to call a command. `words`: lower case is typed as it is, upper case is a value, in
 * brackets one that may be missing.
 * @typedef {{ words?: readonly string[], options?: Record<string, Option> }} Form
 */

/**
 * `script`: what `database.mjs` runs. `npm`: how a clone calls it, if not `npm run NAME`.
 * @typedef {{ says: string, script?: string, npm?: string, forms?: readonly Form[], more?: string }} Command
 */

/** @type {Option} */
const json = { type: "boolean", says: "Print JSON, for scripts." };

const settings =
  "Settings are environment variables, such as PORT=3173: see .env.example. It takes no arguments.";

/** @satisfies {Record<string, Command>} */
export const commands = {
  start: {
    says: "Serve short links and the dashboard (the default).",
    npm: "npm start",
    more: settings,
  },
  demo: { says: "Serve a dashboard full of generated data, on this machine only.", more: settings },
  owner: {
    says: "List people, invite one, or make a link for a forgotten password.",
    script: "owner",
    forms: [
      { words: ["list"], options: { json } },
      {
        words: ["add", "EMAIL"],
        options: {
          role: {
            type: "string",
            says: "What this person may do; owner if it is not named.",
            value: "ROLE",
            choices: ["owner", "editor", "reader"],
          },
        },
      },
      {
        words: ["reset", "EMAIL"],
        options: {
          "clear-second-factor": { type: "boolean", says: "Remove the second factor, too." },
        },
      },
    ],
  },
  backup: {
    says: "Write a backup, while Slugline is running or stopped.",
    script: "backup",
    forms: [{ words: ["[FILE]"] }],
  },
  restore: {
    says: "Load a backup into an empty database, while Slugline is stopped.",
    script: "restore",
    forms: [{ words: ["FILE"] }],
  },
  doctor: {
    says: "Check the installation. Exit code 1 if something needs fixing.",
    script: "doctor",
    forms: [{ options: { json } }],
  },
  check: {
    says: "Check a database URL without changing anything.",
    script: "check-database",
    npm: "npm run db:check",
    forms: [{ words: ["[URL]"], options: { json } }],
  },
  qr: {
    says: "Print the QR code of a short link.",
    script: "qr",
    forms: [{ words: ["SLUG"] }],
  },
  apply: {
    says: 'Apply the migrations; "start" does that too.',
    script: "migrate",
    npm: "npm run db:migrate",
  },
  distribute: {
    says: "Distribute clicks over several Postgres servers with Citus.",
    script: "distribute",
    npm: "npm run db:distribute",
    forms: [
      {
        options: {
          "dry-run": { type: "boolean", says: "Say what would be done, and change nothing." },
          shards: {
            type: "string",
            says: "How many shards; 8 if it is not named.",
            value: "NUMBER",
          },
        },
      },
    ],
  },
};

/** @typedef {keyof typeof commands} CommandName */

/** @param {string} name @returns {name is CommandName} */
export function isCommand(name) {
  return Object.hasOwn(commands, name);
}

/**
 * @typedef {{ words: string[], options: Record<string, string | boolean | undefined> }} Arguments
 */

/**
 * What was typed after the name of a command. `fault`: why it does not fit. Null: it asks for help.
 * @param {CommandName} name
 * @param {readonly string[]} given
 * @returns {Arguments | { fault: string } | null}
 */
export function readArguments(name, given) {
  const forms = formsOf(name);
  const options = Object.assign({ help }, ...forms.map((form) => form.options));
  try {
    const parsed = parseArgs({ args: [...given], allowPositionals: true, options });
    const words = parsed.positionals;
    const { help: asks, ...typed } = /** @type {Arguments["options"]} */ (parsed.values);
    if (asks) return null;
    const form = forms.find((each) => fits(each, words));
    const fault = form ? faultIn(form, typed) : faultOf(forms, words);
    return fault ? { fault } : { words, options: typed };
  } catch (error) {
    // Its second sentence is about what is meant as a word.
    return { fault: `${/** @type {Error} */ (error).message.split(/\.\s/, 1)[0]}.` };
  }
}

/** @type {Option & { short: string }} */
const help = { type: "boolean", short: "h", says: "Print this text." };

/** @param {CommandName} name @returns {readonly Form[]} */
function formsOf(name) {
  /** @type {Command} */
  const { forms = [{}] } = commands[name];
  return forms;
}

/** @param {Form} form @param {readonly string[]} given */
function fits({ words = [] }, given) {
  const least = words.filter((word) => !word.startsWith("[")).length;
  return given.length >= least && beginsWith(words, given);
}

/** @param {readonly string[]} words Of a form. @param {readonly string[]} given */
function beginsWith(words, given) {
  return (
    given.length <= words.length &&
    given.every((word, place) => {
      const wanted = words[place] ?? "";
      return wanted !== wanted.toLowerCase() || wanted === word;
    })
  );
}

/** @param {readonly Form[]} forms @param {readonly string[]} given */
function faultOf(forms, given) {
  if (forms.some(({ words = [] }) => beginsWith(words, given))) return "An argument is missing.";
  return `Unexpected: ${given.join(" ")}`;
}

/** @param {Form} form @param {Record<string, unknown>} given */
function faultIn({ words = [], options = {} }, given) {
  for (const [name, value] of Object.entries(given)) {
    const option = options[name];
    if (!option) return `"${words.join(" ")}" has no option --${name}.`;
    if (option.type === "string" && option.choices && !option.choices.includes(String(value)))
      return `--${name} must be one of ${option.choices.join(", ")}.`;
  }
  return null;
}

/**
 * How to call a command. `program`: what is typed before the words.
 * @param {CommandName} name
 * @param {string} program
 */
export function helpOf(name, program) {
  /** @type {Command} */
  const { says, more } = commands[name];
  const forms = formsOf(name);
  const options = forms.flatMap((form) => Object.entries(form.options ?? {}));
  const width = Math.max(0, ...options.map(([option]) => option.length));
  const usage = forms.map((form) => [program, ...partsOf(form)].join(" "));
  return [
    `Usage: ${usage.join("\n       ")}`,
    "",
    more ? `${says} ${more}` : says,
    ...options.map(([option, { says }]) => `  --${option.padEnd(width)}  ${says}`),
  ].join("\n");
}

/** @param {Form} form */
function partsOf({ words = [], options = {} }) {
  const said = Object.entries(options).map(([name, option]) =>
    option.type === "boolean"
      ? `[--${name}]`
      : `[--${name} ${option.choices?.join("|") ?? option.value}]`,
  );
  return [...words, ...said];
}

/**
 * The same in the script that runs, where they are known to fit.
 * @param {CommandName} name
 * @returns {Arguments}
 */
export function requireArguments(name) {
  return ownArguments(name) ?? process.exit();
}

/**
 * The arguments of the command that runs, by npm or as the program `slugline`. Null if it must not
 * run: the help or the fault has been printed, and the exit code is set.
 * @param {CommandName} name
 * @returns {Arguments | null}
 */
export function ownArguments(name) {
  /** @type {Command} */
  const { script, npm = `npm run ${name}` } = commands[name];
  const isProgram = basename(process.argv[1] ?? "").startsWith("slugline");
  const typed = process.argv.slice(isProgram || script ? 3 : 2);
  // npm passes `--` on only to its own scripts.
  const read = readArguments(name, typed[0] === "--" ? typed.slice(1) : typed);
  if (read && "words" in read) return read;
  const usage = helpOf(name, isProgram ? `slugline ${name}` : `${npm} --`);
  if (read) console.error(`${read.fault}\n\n${usage}`);
  else console.log(usage);
  process.exitCode = read ? 1 : 0;
  return null;
}
