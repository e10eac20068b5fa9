-- Reports with a filter read single clicks. Postgres reads them in one process only while a function is in the statement that it does not
-- know to be safe in several.
ALTER FUNCTION "otherDetail"(smallint) PARALLEL SAFE;
