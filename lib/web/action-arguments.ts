/**
 * The arguments of a server action in a request body, as React's `encodeReply` writes them: rows of
 * JSON in which strings with `$` refer to other rows. Only what our own pages send is accepted:
 * JSON values, forms, and repeated values. React never decodes anything else, which could make Next
 * answer 500.
 */
type Rows = (name: string) => string | undefined;

const actionId = /^[0-9a-f]{42}$/;
const deepest = 20;

export function areArguments(rows: Rows, name = "0"): boolean {
  const root = parsed(rows(name));
  return (
    Array.isArray(root) && everyString(root, (text) => isPlain(text) || resolves(root, name, text))
  );
}

/** The action of a form sent without scripts, or null if its fields are unreadable. */
export function actionIdOf(form: FormData): string | null {
  const [field = "", ...more] = [...form.keys()].filter((name) =>
    /^\$ACTION_(?:ID|REF)_/.test(name),
  );
  if (more.length > 0) return null;
  if (field.startsWith("$ACTION_ID_")) return idOf(field.slice("$ACTION_ID_".length));
  const rows: Rows = (name) =>
    textOf(form, `$ACTION_${field.slice("$ACTION_REF_".length)}:${name}`);
  const action = parsed(rows("0")) as { id?: unknown; bound?: unknown } | null | undefined;
  const isBound = action?.bound !== null;
  const boundRow = /^\$@([0-9a-f]+)$/.exec(String(action?.bound))?.[1] ?? "";
  return isBound && !areArguments(rows, boundRow) ? null : idOf(action?.id);
}

export function textOf(form: FormData, name: string): string | undefined {
  const [value, ...more] = form.getAll(name);
  return typeof value === "string" && more.length === 0 ? value : undefined;
}

function idOf(text: unknown): string | null {
  return typeof text === "string" && actionId.test(text) ? text : null;
}

/**
 * Plain text (escaped if it starts with `$`), `undefined`, a form, or a temporary reference of the
 * browser.
 */
function isPlain(text: string): boolean {
  // No form of ours sends NUL, which Postgres cannot store.
  if (text.includes("\0")) return false;
  return !text.startsWith("$") || /^\$(?:\$|undefined$|T$|K[0-9a-f]{1,4}$)/.test(text);
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
  return (
    depth < deepest &&
    Object.entries(value).every(
      ([key, part]) => key !== "__proto__" && everyString(part, holds, depth + 1),
    )
  );
}

function parsed(row: string | undefined): unknown {
  try {
    return JSON.parse(row ?? "");
  } catch {
    return undefined;
  }
}
