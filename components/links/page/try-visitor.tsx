"use client";

import { type ComponentProps, lazy, Suspense } from "react";

const WhoGoesWhere = lazy(() => import("../who-goes-where"));

/** Few links have rules, so the script comes with the pages of those alone. */
export function TryVisitor(props: ComponentProps<typeof WhoGoesWhere>) {
  return (
    <Suspense fallback={null}>
      <WhoGoesWhere {...props} />
    </Suspense>
  );
}
