import type { Route } from "next";
import NextLink from "next/link";
import { getTexts } from "@/components/texts/get-texts";
import { CircleCheck, OctagonAlert } from "@/components/ui/icons";
import { getServerChecks } from "./server-checks";

/** Summary of the health check, linked to the full list. */
export async function ServerState() {
  const { bad } = await getServerChecks();
  const t = await getTexts("common.nav");
  const Icon = bad === 0 ? CircleCheck : OctagonAlert;
  return (
    <NextLink
      href={"/dashboard/settings/doctor" as Route}
      className="flex min-w-0 flex-1 items-center gap-1.5 rounded-bar text-label text-secondary hover:text-text hover:underline"
    >
      <Icon
        aria-hidden
        className={`size-3.5 shrink-0 ${bad === 0 ? "text-accent" : "text-danger"}`}
      />
      <span className="truncate">
        {bad === 0 ? t("serverOk") : t("serverIssues", { number: bad })}
      </span>
    </NextLink>
  );
}
