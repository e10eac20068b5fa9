import { NotFoundCard } from "@/components/layout/not-found-card";

export default function DashboardNotFound() {
  return (
    <NotFoundCard title="Page not found" back={{ href: "/dashboard/overview", name: "Home" }}>
      Check the address, or search for the page.
    </NotFoundCard>
  );
}
