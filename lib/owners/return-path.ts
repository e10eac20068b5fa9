/** Names the requested page to those that redirect to the sign-in page. */
export const returnPathHeader = "x-return-path";

export const firstPage = "/dashboard/overview";

/** Where a sign-in goes on that needs more than the password, and `next` after it. */
export function stepPath(step: "done" | "second-step" | "set-up", next: string): string {
  return step === "done" ? next : `/dashboard/sign-in/${step}?${new URLSearchParams({ next })}`;
}

/** The dashboard page to open after sign-in. Never another site. */
export function returnPath(wanted: string | null | undefined): string {
  const path = wanted ?? "";
  return /^\/dashboard\/(?!sign-in)[\w.~%/-]+(?:\?[\w.~%&=+:,*-]*)?$/.test(path) &&
    !path.includes("//")
    ? path
    : firstPage;
}
