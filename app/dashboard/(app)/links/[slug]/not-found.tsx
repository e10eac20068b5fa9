import { NotFoundCard } from "@/components/layout/not-found-card";

export default function LinkNotFound() {
  return (
    <NotFoundCard title="Link not found" back={{ href: "/dashboard/links", name: "All links" }}>
      It may have been deleted or renamed. Slugs are case-sensitive.
    </NotFoundCard>
  );
}
