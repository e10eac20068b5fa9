/**
 * The arguments of a server action in a request body, as React's `encodeReply` writes them: rows of JSON in which strings
 * with `$` refer to other rows. Only what our own pages send is accepted: JSON values, forms, and repeated values. Next
 * would answer 500 to an unreadable row.
 */
type Rows = (name: string) => string | undefined;

const actionId = /^[0-9a-f]{42}$/;
const mostArguments = 10;
const deepest = 20;

export function areArguments(rows: Rows): boolean {
  return isReadableList(rows, "0");
}

/** The action of a form sent without scripts, or null if its fields are unreadable. */
export function actionIdOf(form: FormData): string | null {
  const named = [...form.keys()].filter((name) => /^\$ACTION_(?:ID|REF)_/.test(name));
  const [field = ""] = named;
  if (named.length !== 1) return null;
  if (field.startsWith("$ACTION_ID_")) return idOf(field.slice("$ACTION_ID_".length));
  const prefix = `$ACTION_${field.slice("$ACTION_REF_".length)}:`;
  const rows: Rows = (name) => textOf(form, prefix + name);
  const { id, bound } = objectOf(rows("0"));
  const boundRow = bound === null ? null : /^\$@([0-9a-f]+)$/.exec(String(bound))?.[1];
  if (boundRow === undefined || (boundRow !== null && !isReadableList(rows, boundRow))) return null;
  return idOf(id);
}

export function textOf(form: FormData, name: string): string | undefined {
  const [value, ...more] = form.getAll(name);
  return typeof value === "string" && more.length === 0 ? value : undefined;
}

function idOf(text: unknown): string | null {
  return typeof text === "string" && actionId.test(text) ? text : null;
}

function isReadableList(rows: Rows, name: string): boolean {
  const root = parsed(rows(name));
  if (!Array.isArray(root) || root.length > mostArguments) return false;
  return everyString(root, (text) => isPlain(text) || resolves(root, name, text));
}

/** Plain text (escaped if it starts with `$`), a value that JSON lacks, a form, or a temporary reference of the browser. */
function isPlain(text: string): boolean {
  // No form of ours sends NUL, which Postgres cannot store.
  if (text.includes("\0")) return false;
  return !text.startsWith("$") || /^\$(?:\$|undefined$|NaN$|-0$|-?Infinity$|D[\d:.TZ+-]+$|T$|K[0-9a-f]{1,4}$)/.test(text);
}

/** `$0:1:name` refers to an earlier value of row 0. */
function resolves(root: unknown, row: string, text: string): boolean {
  const [start, ...keys] = text.split(":");
  if (start !== `$${row}`) return false;
  let value = root;
  for (const key of keys) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return false;
    value = (value as Record<string, unknown>)[key];
  }
  return typeof value === "object" && value !== root;
}

function everyString(value: unknown, holds: (text: string) => boolean, depth = 0): boolean {
  if (typeof value === "string") return holds(value);
  if (typeof value !== "object" || value === null) return true;
  return depth < deepest && Object.entries(value).every(([key, part]) => key !== "__proto__" && everyString(part, holds, depth + 1));
}

function objectOf(row: string | undefined): Record<string, unknown> {
  const value = parsed(row);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function parsed(row: string | undefined): unknown {
  try {
    return JSON.parse(row ?? "");
  } catch {
    return undefined;
  }
}
