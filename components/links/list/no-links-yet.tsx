import { useTexts } from "#texts";
import { CommandButton } from "../../layout/command-button";
import { EmptyPage } from "../../layout/empty-page";
import { ForEditors } from "../../layout/role";
import { buttonStyle } from "../../ui/button";
import { CodeBlock } from "../../ui/code-block";
import { Icon } from "../../ui/icon";
import { Kbd } from "../../ui/kbd";

/**
 * In place of links while there are none. `access`: the line that a shell needs first.
 * `isBelowField`: the field for a long URL is above it.
 */
export function NoLinksYet({
  access,
  isBelowField = false,
}: {
  access: string;
  isBelowField?: boolean;
}) {
  const t = useTexts("links.list");
  const curl = `${access}\ncurl "$SLUGLINE_URL/api/links" \\\n  -H "Authorization: Bearer $SLUGLINE_TOKEN" \\\n  -H "Content-Type: application/json" \\\n  -d '{"url":"https://example.com"}'`;
  return (
    <EmptyPage
      id="no-links"
      title={<ForEditors otherwise={t("readersEmpty")}>{t("firstLink")}</ForEditors>}
      actions={
        <>
          {!isBelowField && (
            <CommandButton command={{ kind: "create" }} variant="primary" aria-keyshortcuts="C">
              <Icon name="plus" className="size-4" />
              {t("new")} <Kbd aria-hidden>C</Kbd>
            </CommandButton>
          )}
          <ForEditors>
            <a href="/dashboard/settings/data" className={buttonStyle()}>
              <Icon name="import" className="size-4" />
              {t("import")}
            </a>
          </ForEditors>
        </>
      }
      below={
        <ForEditors>
          <div className="mt-5 w-full max-w-[480px]">
            <CodeBlock code={curl} />
          </div>
        </ForEditors>
      }
    >
      <ForEditors otherwise={t("readersEmptyNote")}>
        {isBelowField ? t("pasteAbove") : t("pasteLong")} {t("clicksAppear")}
      </ForEditors>
    </EmptyPage>
  );
}
