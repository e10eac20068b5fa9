import { getPublicLook } from "@/components/layout/public-look";
import { SluglineError } from "@/lib/core/errors";
import { type Spreadsheet, viewerSpreadsheet } from "@/lib/core/spreadsheet";
import { allMethods } from "@/lib/http/methods";
import { openRoute } from "@/lib/http/owner-route";
import { attachment } from "@/lib/http/responses";
import { openShares } from "@/lib/shares/open-shares";
import { shareCsv } from "@/lib/shares/share-csv";
import { searchParamsOf } from "@/lib/stats/query/page-query";
import { columnHeads } from "@/lib/texts/column-heads";
import { formattingLocale, languageOf } from "@/lib/texts/languages";
import { openShare } from "../open-share";

/**
 * The statistics of a share page as a file, if whoever made it allows that; with `excel` for the
 * visitor's spreadsheet.
 */
function answer(
  request: Request,
  { params }: RouteContext<"/dashboard/share/[token]/csv">,
): Promise<Response> {
  return openRoute(async () => {
    const { token } = await params;
    const opened = await openShare(token);
    const mayRead = opened?.isAdmitted && opened.share.csv;
    const figures = mayRead ? await openShares().read(token, opened.share) : null;
    if (!figures) throw new SluglineError("not_found", "noFileHere");
    return attachment(
      shareCsv(figures, await visitorSpreadsheet(request)),
      `statistics-${figures.from}-${figures.to}`,
      "csv",
    );
  });
}

/** With columns named as on the page, and numbers as the browser's language writes them. */
async function visitorSpreadsheet(request: Request): Promise<Spreadsheet | undefined> {
  const given = searchParamsOf(request.url);
  if (given.excel === undefined) return undefined;
  const { texts } = await getPublicLook();
  const accepted = request.headers.get("accept-language");
  const locale = formattingLocale(languageOf(accepted ?? ""), accepted);
  const heads = columnHeads(texts.language, "statistics");
  return viewerSpreadsheet(given, { locale, timeZone: "UTC" }, heads);
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
