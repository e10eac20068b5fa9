import { database } from "../../database/client";
import { editorIn, editorNames } from "../../links/editor";

/** What the filters of the list can be set to, most used first; at most `mostListed` of each. */
export interface FilterValues {
  campaigns: string[];
  /** Sources and media. */
  channels: string[];
  /** For `createdBy`. */
  creators: string[];
}

const mostListed = 200;
/** Of the newest links and their channels, so that the cost does not grow with the number of links. */
const latestRows = 10_000;

export async function listFilterValues(): Promise<FilterValues> {
  const [shared, creators] = await Promise.all([
    database().$queryRaw<{ kind: "campaigns" | "channels"; value: string }[]>`
      SELECT "kind", "value" FROM (
        SELECT "kind", min("value") AS "value", row_number() OVER (PARTITION BY "kind" ORDER BY count(DISTINCT "linkId") DESC, "foldText"("value")) AS "rank"
        FROM (SELECT * FROM "LinkPlace" ORDER BY "linkId" DESC LIMIT ${latestRows}) latest, LATERAL (VALUES ('campaigns', "campaign"), ('channels', "source"), ('channels', "medium")) AS v("kind", "value")
        WHERE "value" <> '' GROUP BY "kind", "foldText"("value")
      ) ranked WHERE "rank" <= ${mostListed} ORDER BY "kind", "rank"`,
    database().$queryRaw<{ createdBy: string }[]>`
      SELECT "createdBy" FROM (SELECT "createdBy" FROM "Link" ORDER BY "id" DESC LIMIT ${latestRows}) latest
      WHERE "createdBy" IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC LIMIT ${mostListed}`,
  ]);
  const ofKind = (wanted: string) =>
    shared.filter(({ kind }) => kind === wanted).map(({ value }) => value);
  return {
    campaigns: ofKind("campaigns"),
    channels: ofKind("channels"),
    creators: await namesOf(creators.map(({ createdBy }) => editorIn(createdBy))),
  };
}

/**
 * As `findCreators` reads them, without names of people that mean something else there. The server's
 * own token has no such name.
 */
async function namesOf(editors: readonly (string | null)[]): Promise<string[]> {
  const names = await editorNames(editors);
  const written = editors.flatMap((editor) => {
    const name = editor?.includes(":") ? names.get(editor) : undefined;
    if (name === undefined) return [];
    if (editor?.startsWith("token:")) return [`token:${name}`];
    return name === "me" || name.startsWith("token:") ? [] : [name];
  });
  return [...new Set(written)];
}
