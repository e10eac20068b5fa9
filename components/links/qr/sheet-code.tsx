import { useTexts } from "#texts";
import { qrMatrixIfFits, qrPath } from "@/lib/links/qr";

/**
 * One code of a printed sheet, with its name above and its short link below. Without the tick it is
 * not printed.
 */
export function SheetCode({
  name,
  url,
  campaign,
  isTicked,
}: {
  name: string;
  url: string;
  campaign: string;
  isTicked: boolean;
}) {
  const t = useTexts("links.sheet");
  const common = useTexts("common");
  const matrix = qrMatrixIfFits(url);
  const address = url.replace(/^https?:\/\//, "");
  const said = campaign ? t.list([name, campaign]) : name;
  return (
    <li className="group/code flex break-inside-avoid flex-col items-center rounded-card border border-hairline-strong bg-white p-4 text-center text-qr-ink has-[input:not(:checked)]:bg-surface print:rounded-none print:border-[0.2mm] print:border-dashed print:p-[3mm] print:has-[input:not(:checked)]:hidden">
      <label className="flex min-h-11 w-full items-center gap-2 text-start font-medium group-has-[input:not(:checked)]/code:text-secondary print:min-h-0 print:justify-center">
        <input
          type="checkbox"
          defaultChecked={isTicked}
          aria-label={t("printOne", { name: said })}
          className="checkbox print:hidden"
        />
        <span className="line-clamp-2 min-w-0 flex-1 [overflow-wrap:anywhere] print:flex-none">
          {said}
        </span>
      </label>
      {matrix === null ? (
        <p className="text-small">{common("qrTooLong")}</p>
      ) : (
        <svg
          role="img"
          aria-label={common("qrCode", { address })}
          viewBox={`0 0 ${matrix.length} ${matrix.length}`}
          shapeRendering="crispEdges"
          className="w-full max-w-[200px] bg-white fill-black group-has-[input:not(:checked)]/code:opacity-25 print:w-[40mm] print:max-w-none"
        >
          <path d={qrPath(matrix)} />
        </svg>
      )}
      <p className="mono w-full [overflow-wrap:anywhere] group-has-[input:not(:checked)]/code:text-secondary print:text-[8pt] print:leading-[10pt]">
        {address}
      </p>
    </li>
  );
}
