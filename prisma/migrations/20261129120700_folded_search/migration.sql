-- A search finds text whatever its case and its spelling in Unicode: "foldText" is foldText of lib/core/fold-text.ts. Its collation is one that
-- folds every script, also in a database whose own knows ASCII alone: the first of these that the server has.
DO $do$
DECLARE
  folding text := (
    SELECT format('%I.%I', n.nspname, c.collname)
    FROM unnest(ARRAY['pg_c_utf8', 'und-x-icu', 'C.utf8', 'C.UTF-8', 'en_US.utf8', 'default']) WITH ORDINALITY AS known("name", "place")
    JOIN pg_collation c ON c.collname = known."name" AND c.collencoding IN (-1, pg_char_to_encoding('UTF8'))
    JOIN pg_namespace n ON n.oid = c.collnamespace AND n.nspname = 'pg_catalog'
    ORDER BY known."place" LIMIT 1
  );
BEGIN
  EXECUTE format($create$
    CREATE OR REPLACE FUNCTION "foldText"("text" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN replace(replace(lower(translate(normalize("text", NFKC), 'IİıΣςẞ', 'iiiσσß') COLLATE %s), U&'i\0307', 'i'), 'ß', 'ss')
  $create$, folding);
END
$do$;

-- Text in ASCII alone is found without folding, by the indexes that are there. So these are small, or empty.
CREATE INDEX IF NOT EXISTS "Link_folded_title_idx" ON "Link" USING GIN ("foldText"("title") gin_trgm_ops) WHERE octet_length("title") <> length("title");
CREATE INDEX IF NOT EXISTS "Link_folded_url_idx" ON "Link" USING GIN ("foldText"("url") gin_trgm_ops) WHERE octet_length("url") <> length("url");
CREATE INDEX IF NOT EXISTS "Link_folded_note_idx" ON "Link" USING GIN ("foldText"("note") gin_trgm_ops) WHERE octet_length("note") <> length("note");
