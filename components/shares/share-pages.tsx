"use client";

import { useState } from "react";
import { useTexts } from "#texts";
import { formatAgo, formatDay, formatUntil } from "@/lib/core/format";
import type { Share, ShareSubject } from "@/lib/shares/shares";
import { useDashboardActions } from "../layout/dashboard-actions";
import { useViewer } from "../layout/viewer-context";
import { useAnswer } from "../links/link-queries";
import { Button } from "../ui/button";
import { Skeleton } from "../ui/skeleton";
import { showToast } from "../ui/toast";
import { useAction } from "../ui/use-action";
import { contentName, isAbout, subjectName } from "./share-names";

/** The share pages that there are: those about `of`, then the others. */
export function SharePages({ of, made }: { of: ShareSubject; made: number }) {
  const t = useTexts("figures");
  const [revoked, setRevoked] = useState<string[]>([]);
  // Asked again after each new page.
  const { answer, isAsking } = useAnswer("shares", { made: String(made) });
  if (isAsking) return <Skeleton className="h-12" />;
  if (!answer) return <p className="text-secondary">{t("notLoaded")}</p>;
  const shares = answer.filter(({ id }) => !revoked.includes(id));
  const own = shares.filter((share) => isAbout(share, of));
  const others = shares.filter((share) => !isAbout(share, of));
  const list = (listed: readonly Share[], isNamed: boolean) => (
    <ul className="divide-y divide-hairline">
      {listed.map((share) => (
        <SharePage
          key={share.id}
          {...{ share, isNamed }}
          onRevoked={() => setRevoked([...revoked, share.id])}
        />
      ))}
    </ul>
  );
  return (
    <section aria-label={t("pages")}>
      <h3 className="font-medium text-small">{t("pagesOf", { subject: subjectName(of, t) })}</h3>
      {own.length > 0 ? (
        list(own, false)
      ) : (
        <p className="mt-1 text-secondary text-small">{t("none")}</p>
      )}
      {others.length > 0 && (
        <details className="mt-2">
          <summary className="min-h-6 cursor-pointer text-secondary text-small max-sm:py-3">
            {t("others", { count: others.length })}
          </summary>
          {list(others, true)}
        </details>
      )}
    </section>
  );
}

function SharePage({
  share,
  isNamed,
  onRevoked,
}: {
  share: Share;
  isNamed: boolean;
  onRevoked: () => void;
}) {
  const t = useTexts("figures");
  const { locale } = useViewer();
  const actions = useDashboardActions();
  const { run, pending } = useAction();
  const [now] = useState(() => new Date());
  const { id, createdAt, expiresAt, lastOpenedAt, hasPassword, csv } = share;
  const made = formatDay(new Date(createdAt), { year: now, locale });
  const content = contentName(share, t, locale);
  const end = expiresAt && new Date(expiresAt);
  const facts = [
    t("made", { date: made }),
    lastOpenedAt
      ? t("opened", { ago: formatAgo(lastOpenedAt, now, undefined, locale) })
      : t("neverOpened"),
    ...(hasPassword ? [t("withPassword")] : []),
    ...(csv ? ["CSV"] : []),
    ...(end ? [end > now ? t("ends", { when: formatUntil(end, now, locale) }) : t("ended")] : []),
  ];
  const revoke = () =>
    run(
      () => actions.revokeShare(id),
      () => {
        onRevoked();
        showToast(t("revoked"));
      },
    );
  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {isNamed && <p className="font-medium">{subjectName(share, t)}</p>}
        <p>{content}</p>
        <p className="text-secondary text-small first-letter:uppercase">{t.list(facts)}</p>
      </div>
      <Button
        size="small"
        aria-label={t("revokeNamed", { date: made, content })}
        pending={pending}
        onClick={revoke}
      >
        {t("revoke")}
      </Button>
    </li>
  );
}
