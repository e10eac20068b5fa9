import { readFileSync } from "node:fs";
import { SluglineError } from "@/lib/core/errors";
import { clientFiles } from "@/lib/http/api/service-operations";
import { allMethods, requestIdOf } from "@/lib/http/methods";
import { problemResponse } from "@/lib/http/problem";
import { ownFile } from "@/lib/texts/own-file";

/** The clients that the page beside this one links to. Public, as it is. */
const answer = async (request: Request, { params }: { params: Promise<{ file: string }> }) => {
  const { file } = await params;
  if (!clientFiles.includes(file))
    return problemResponse(new SluglineError("not_found", "apiPathUnknown"), requestIdOf(request));
  return new Response(readFileSync(ownFile(`docs/client/${file}`)), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "X-Robots-Tag": "noindex" },
  });
};

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
