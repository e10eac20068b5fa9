import { useTexts } from "#texts";
import { destinationName } from "@/lib/links/rule-text";
import type { ReplacementPreview } from "../../layout/dashboard-actions";
import { useViewer } from "../../layout/viewer-context";

type ReplacedLink = ReplacementPreview["links"][number];

/** What a replacement would change, and what it would leave because of what. */
export function ReplacePreview({ changed, refused, links }: ReplacementPreview) {
  const t = useTexts("bulk");
  const total = changed + refused;
  return (
    <>
      <p role="status" className="text-small">
        {t("willChange", { count: changed })}
        {refused > 0 && ` ${t("willStay", { count: refused })}`}
      </p>
      {links.length > 0 && (
        <section
          aria-label={t("changes")}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
          tabIndex={0}
          className="max-h-[50vh] overflow-y-auto rounded-card border border-hairline"
        >
          <table
            aria-label={t("changes")}
            className="w-full table-fixed border-collapse text-small max-sm:block"
          >
            <thead className="max-sm:sr-only">
              <tr>
                {[t("link"), t("before"), t("after")].map((head) => (
                  <th
                    key={head}
                    scope="col"
                    className="border-hairline border-b px-3 py-2 text-start font-normal text-label text-tertiary first:w-1/5"
                  >
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="max-sm:block">
              {links.map((link) => (
                <Rows key={link.slug} {...link} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {total > links.length && (
        <p className="text-label text-secondary">
          {t("firstShown", { most: String(links.length), count: total })}
        </p>
      )}
    </>
  );
}

const cell =
  "border-hairline border-t px-3 py-2 align-top [overflow-wrap:anywhere] max-sm:block max-sm:border-t-0 max-sm:px-0 max-sm:py-0.5";

function Rows({ slug, changes, problem }: ReplacedLink) {
  const t = useTexts("form.rules");
  const { timeZone, locale } = useViewer();
  const nameOf = (field: string) =>
    field === "ios"
      ? t("apple")
      : field === "android"
        ? t("android")
        : destinationName(field.replace(/^\w+\./, ""), locale, timeZone);
  const rows = changes.length > 0 ? changes : [{ field: "url", from: "", to: "" }];
  return rows.map(({ field, from, to }) => (
    <tr
      key={field}
      className="max-sm:block max-sm:border-hairline max-sm:border-t max-sm:px-3 max-sm:py-2 max-sm:first:border-t-0"
    >
      <td className={cell}>
        <span className="mono">/{slug}</span>
        {field !== "url" && <span className="block text-label text-tertiary">{nameOf(field)}</span>}
      </td>
      <td className={`${cell} text-tertiary`}>{from}</td>
      <td className={cell}>
        {problem === null ? to : <span className="text-danger">{problem}</span>}
      </td>
    </tr>
  ));
}
