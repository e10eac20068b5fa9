export const firstPage = "/dashboard/overview";

/** Where to go after sign-in: the page of the dashboard that was asked for, and never another site. */
export function returnPath(wanted: string | null | undefined): string {
  const path = wanted ?? "";
  return /^\/dashboard\/(?!sign-in)[\w.~%/-]+(?:\?[\w.~%&=+:,-]*)?$/.test(path) && !path.includes("//") ? path : firstPage;
}
