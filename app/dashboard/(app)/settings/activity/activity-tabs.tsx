import type { Route } from "next";
import NextLink from "next/link";
import { useTexts } from "#texts";
import { Segmented, segmentStyle } from "@/components/ui/segmented";
import { access, hasRole, type Role } from "@/lib/core/access";
import { activityPath } from "./filters-href";

/** What was done to links, which everyone may see, and all else. */
export function ActivityTabs({ current, role }: { current: "links" | "access"; role: Role }) {
  const t = useTexts("settings.activity");
  if (!hasRole(role, access.pages[activityPath])) return null;
  return (
    <nav aria-label={t("title")}>
      <Segmented label={t("title")} className="max-sm:h-11">
        {(["links", "access"] as const).map((name) => (
          <NextLink
            key={name}
            href={(name === "links" ? `${activityPath}/links` : activityPath) as Route}
            prefetch={false}
            aria-current={name === current ? "page" : undefined}
            className={segmentStyle({ on: name === current })}
          >
            {t(name === "links" ? "kinds.links" : "access")}
          </NextLink>
        ))}
      </Segmented>
    </nav>
  );
}
