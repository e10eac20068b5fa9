import { useTexts } from "#texts";
import { PageTab, PageTabs } from "@/components/layout/page-tabs";
import { access, hasRole, type Role } from "@/lib/core/access";
import { activityPath, linkActivityPath } from "./filters-href";

/** What was done to links, which everyone may see, and all else. */
export function ActivityTabs({ current, role }: { current: "links" | "access"; role: Role }) {
  const t = useTexts("settings.activity");
  if (!hasRole(role, access.pages[activityPath])) return null;
  return (
    <PageTabs label={t("title")}>
      <PageTab href={linkActivityPath} isCurrent={current === "links"}>
        {t("kinds.links")}
      </PageTab>
      <PageTab href={activityPath} isCurrent={current === "access"}>
        {t("access")}
      </PageTab>
    </PageTabs>
  );
}
