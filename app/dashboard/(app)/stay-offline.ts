import { refuseOffline } from "@/components/ui/use-online-router";

// Without a connection a link would lead to the error page of the browser.
globalThis.addEventListener?.(
  "click",
  (event) => {
    const link = event.target instanceof Element && event.target.closest("a");
    if (!link || link.origin !== location.origin || link.target) return;
    if (link.hash && link.pathname + link.search === location.pathname + location.search) return;
    stopOffline(event);
  },
  { capture: true },
);

// The same for a form that opens a page.
globalThis.addEventListener?.(
  "submit",
  (event) => {
    const form = event.target instanceof Element ? event.target.closest("form") : null;
    // Others are sent by their dialog, which says itself that there is no connection.
    if (form?.getAttribute("action")?.startsWith("/")) stopOffline(event);
  },
  { capture: true },
);

function stopOffline(event: Event): void {
  if (!refuseOffline()) return;
  event.preventDefault();
  event.stopPropagation();
}
