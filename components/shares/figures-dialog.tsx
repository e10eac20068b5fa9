"use client";

import { useState } from "react";
import { useTexts } from "#texts";
import type { Dates } from "@/lib/core/date-range";
import type { ShareSubject } from "@/lib/shares/shares";
import type { CreatedShare } from "../layout/dashboard-actions";
import { SecretCard } from "../layout/secret-card";
import { Dialog } from "../ui/dialog";
import { ShareFields } from "./share-fields";
import { subjectName } from "./share-names";
import { SharePages } from "./share-pages";

/** Makes share pages of a link, a tag or a campaign, and lists those that there are. */
export default function FiguresDialog({
  of,
  dates,
  onClose,
}: {
  of: ShareSubject;
  /** Of the page that it is opened on; by default 30 days. */
  dates: Dates | undefined;
  onClose: () => void;
}) {
  const t = useTexts("figures");
  const [made, setMade] = useState(0);
  const [ready, setReady] = useState<CreatedShare | null>(null);
  const pages = <SharePages of={of} made={made} />;
  return (
    <Dialog open onClose={onClose} title={t("title")} note={subjectName(of, t)}>
      {ready ? (
        <div className="flex flex-col gap-5 px-6 py-5 max-sm:px-4">
          <SecretCard
            title={t("ready")}
            note={t("readyNote")}
            secret={ready.url}
            onDone={() => setReady(null)}
          >
            <a
              href={ready.url}
              target="_blank"
              rel="noopener noreferrer"
              className="self-start text-small underline underline-offset-3"
            >
              {t("open")}
            </a>
          </SecretCard>
          {pages}
        </div>
      ) : (
        <ShareFields
          {...{ of, dates }}
          onMade={(share) => {
            setMade(made + 1);
            setReady(share);
          }}
        >
          {pages}
        </ShareFields>
      )}
    </Dialog>
  );
}
