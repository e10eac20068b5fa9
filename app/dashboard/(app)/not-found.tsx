import { NotFoundCard } from "@/components/layout/not-found-card";
import { getTexts } from "@/components/texts/get-texts";

export default async function DashboardNotFound() {
  const t = await getTexts("common");
  return (
    <NotFoundCard
      title={t("failure.notFound")}
      back={{ href: "/dashboard/overview", name: t("nav.home") }}
    >
      {t("failure.notFoundAdvice")}
    </NotFoundCard>
  );
}
