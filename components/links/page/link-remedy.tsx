import { useTexts } from "#texts";
import type { Link } from "@/lib/links/link";
import { CommandButton } from "../../layout/command-button";
import { ChangeButton } from "../bulk/change-button";
import { extensionDays } from "../bulk/extension";
import type { StatusSign } from "../link-status";
import { CheckPreviewButton } from "./check-preview-button";

const style = "ms-auto max-sm:h-11";

/** The button that makes a link work again. */
export function LinkRemedy({ link, sign }: { link: Link; sign: StatusSign }) {
  const t = useTexts("links.page");
  const actions = useTexts("links.actions");
  switch (sign) {
    case "broken":
      return (
        <span className="ms-auto flex gap-1.5">
          <CommandButton command={{ kind: "edit", link }} size="small">
            <span>
              {t.rich("editDestination", {
                wide: (text) => <span className="max-sm:sr-only">{text}</span>,
              })}
            </span>
          </CommandButton>
          <CheckPreviewButton slug={link.slug} />
        </span>
      );
    case "usedUp":
    case "scheduled":
      return (
        <CommandButton
          command={{ kind: "edit", link, field: sign === "usedUp" ? "maxClicks" : "startsAt" }}
          size="small"
          className={style}
        >
          {sign === "usedUp" ? t("changeClickLimit") : t("changeStartDate")}
        </CommandButton>
      );
    default:
      return (
        <ChangeButton
          link={link}
          change={sign === "disabled" ? "enable" : "extend"}
          variant="primary"
          className={style}
        >
          {sign === "disabled" ? actions("enable") : t("extend", { days: extensionDays })}
        </ChangeButton>
      );
  }
}
