import { loadToasts, showOffline } from "@/components/ui/toast";

// Loaded once: without a connection a link would lead to the error page of the browser.
addEventListener(
  "click",
  (event) => {
    const link = event.target instanceof Element && event.target.closest("a");
    if (navigator.onLine || !link || link.origin !== location.origin || link.target) return;
    if (link.hash && link.pathname + link.search === location.pathname + location.search) return;
    event.preventDefault();
    event.stopPropagation();
    showOffline();
  },
  { capture: true },
);

// The same for a form that opens a page.
addEventListener(
  "submit",
  (event) => {
    const form = event.target instanceof Element && event.target.closest("form");
    // Others are sent by their dialog, which says itself that there is no connection.
    if (navigator.onLine || !form || !form.getAttribute("action")?.startsWith("/")) return;
    event.preventDefault();
    event.stopPropagation();
    showOffline();
  },
  { capture: true },
);

// Without a connection they could not be loaded.
void loadToasts().catch(() => {});
