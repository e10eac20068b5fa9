import { NotFoundCard } from "@/components/layout/not-found-card";
import { getTexts } from "@/components/texts/get-texts";

export default async function LinkNotFound() {
  const t = await getTexts("links.page");
  return (
    <NotFoundCard title={t("notFound")} back={{ href: "/dashboard/links", name: t("allLinks") }}>
      {t("notFoundNote")}
    </NotFoundCard>
  );
}
