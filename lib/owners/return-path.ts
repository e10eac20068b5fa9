/** Names the requested page to those that redirect to the sign-in page. */
export const returnPathHeader = "x-return-path";

export const firstPage = "/dashboard/overview";

/** The dashboard page to open after sign-in. Never another site. */
export function returnPath(wanted: string | null | undefined): string {
  const path = wanted ?? "";
  return /^\/dashboard\/(?!sign-in)[\w.~%/-]+(?:\?[\w.~%&=+:,*-]*)?$/.test(path) &&
    !path.includes("//")
    ? path
    : firstPage;
}
