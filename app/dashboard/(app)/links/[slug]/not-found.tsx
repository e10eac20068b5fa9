import type { Route } from "next";
import NextLink from "next/link";
import { PaleLogo } from "@/components/layout/logo";
import { buttonStyle } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";

export default function LinkNotFound() {
  return (
    <Card className="mt-6">
      <EmptyState
        heading="h1"
        mark={<PaleLogo />}
        title="There is no such link"
        actions={
          <NextLink href={"/dashboard/links" as Route} className={buttonStyle()}>
            All links
          </NextLink>
        }
      >
        It was deleted, or its slug is another one now. Slugs tell capital and small letters apart.
      </EmptyState>
    </Card>
  );
}
