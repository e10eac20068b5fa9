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
        title="Link not found"
        actions={
          <NextLink href={"/dashboard/links" as Route} className={buttonStyle()}>
            All links
          </NextLink>
        }
      >
        It may have been deleted or renamed. Slugs are case-sensitive.
      </EmptyState>
    </Card>
  );
}
