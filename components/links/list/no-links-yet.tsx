import { useTexts } from "#texts";
import { CommandButton } from "../../layout/command-button";
import { EmptyPage } from "../../layout/empty-page";
import { ForEditors } from "../../layout/role";
import { buttonStyle } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Kbd } from "../../ui/kbd";

/** In place of links while there are none. `isBelowField`: the field for a long URL is above it. */
export function NoLinksYet({ isBelowField = false }: { isBelowField?: boolean }) {
  const t = useTexts("links.list");
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
    >
      <ForEditors>
        {t("pasteLong")} {t("clicksAppear")}
      </ForEditors>
    </EmptyPage>
  );
}
