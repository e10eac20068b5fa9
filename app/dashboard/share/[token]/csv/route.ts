import { getPublicLook } from "@/components/layout/public-look";
import { SluglineError } from "@/lib/core/errors";
import { viewerSpreadsheet } from "@/lib/core/spreadsheet";
import { allMethods } from "@/lib/http/methods";
import { openRoute } from "@/lib/http/owner-route";
import { attachment } from "@/lib/http/responses";
import { openShares } from "@/lib/shares/open-shares";
import { shareCsv } from "@/lib/shares/share-csv";
import { columnHeads } from "@/lib/texts/column-heads";
import { formattingLocale } from "@/lib/texts/languages";
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
    if (!figures) throw new SluglineError("not_found", "There is no file at this address.");
    const spreadsheet = await spreadsheetFor(request);
    return attachment(
      shareCsv(figures, spreadsheet),
      `statistics-${figures.from}-${figures.to}`,
      "csv",
    );
  });
}

async function spreadsheetFor(request: Request) {
  const { language } = (await getPublicLook("link")).texts;
  const locale = formattingLocale(language, request.headers.get("accept-language"));
  const given = Object.fromEntries(new URL(request.url).searchParams);
  return viewerSpreadsheet(given, { locale, timeZone: "UTC" }, columnHeads(language, "statistics"));
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
