/**
 * What a page that answers with success says of itself in its title. A title proves nothing, so this
 * changes no state.
 */
export type PageHint = "forSale" | "notFound";

const titles: Record<PageHint, RegExp> = {
  forSale:
    /\b(?:domain|website)\b.{0,60}\b(?:for sale|parked|parking|has expired|zu verkaufen|steht zum verkauf|à vendre|in vendita|en venta|te koop|na sprzedaż)|\b(?:buy|purchase|acquire) (?:this|the) domain\b|\bis for sale\b.{0,30}\bdomain\b|^[\w-]+(?:\.[\w-]+)+ (?:is for sale|steht zum verkauf|est à vendre)/iu,
  notFound:
    /^(?:error )?404(?:$| \W| not\b| error\b| page\b|:)|\b404\b.{0,20}\b(?:not found|error|nicht gefunden)|\b(?:page|site) (?:was )?(?:not found|could not be found|does(?: not|n.t) exist)\b|\bseite (?:wurde )?nicht gefunden\b|\bpage (?:introuvable|non trouvée)\b|\bpágina no encontrada\b|\bpagina (?:non trovata|niet gevonden)\b/iu,
};

export function pageHint(title: string | null | undefined): PageHint | null {
  if (!title) return null;
  return (["forSale", "notFound"] as const).find((hint) => titles[hint].test(title)) ?? null;
}
