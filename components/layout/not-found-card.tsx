import type { Route } from "next";
import NextLink from "next/link";
import { buttonStyle } from "../ui/button";
import { Card } from "../ui/card";
import { EmptyState } from "../ui/empty-state";
import { PaleLogo } from "./logo";

/** The only content of a page that does not exist, with a way back. */
export function NotFoundCard({ title, back, children }: { title: string; back: { href: string; name: string }; children: string }) {
  return (
    <Card className="mt-6">
      <EmptyState
        heading="h1"
        mark={<PaleLogo />}
        title={title}
        actions={
          <NextLink href={back.href as Route} className={buttonStyle()}>
            {back.name}
          </NextLink>
        }
      >
        {children}
      </EmptyState>
    </Card>
  );
}
