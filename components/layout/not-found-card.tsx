import type { Route } from "next";
import NextLink from "next/link";
import { buttonStyle } from "../ui/button";
import { EmptyPage } from "./empty-page";

/** The only content of a page that does not exist, with a way back. */
export function NotFoundCard({
  title,
  back,
  children,
}: {
  title: string;
  back: { href: string; name: string };
  children: string;
}) {
  return (
    <EmptyPage
      className="mt-6"
      heading="h1"
      title={title}
      actions={
        <NextLink href={back.href as Route} className={buttonStyle()}>
          {back.name}
        </NextLink>
      }
    >
      {children}
    </EmptyPage>
  );
}
