import { getSaid } from "@/components/texts/get-said";
import { getTexts } from "@/components/texts/get-texts";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { CircleCheck, Info, OctagonAlert } from "@/components/ui/icons";
import type { Check, CheckState } from "@/lib/doctor/check";

const signs: Record<CheckState, { Icon: typeof Info; tone: string }> = {
  good: { Icon: CircleCheck, tone: "text-accent" },
  note: { Icon: Info, tone: "text-secondary" },
  bad: { Icon: OctagonAlert, tone: "text-danger" },
};

/** What checks found, each with what to do. */
export async function CheckList({ checks }: { checks: readonly Check[] }) {
  const t = await getTexts("settings.doctor");
  const common = await getTexts("common");
  const said = await getSaid();
  return (
    <Card>
      <ul className="divide-y divide-hairline">
        {checks.map(({ name, state, finding, advice, copy }) => {
          const { Icon, tone } = signs[state];
          return (
            <li key={said(finding)} className="flex gap-3 px-(--space-pad) py-3.5">
              <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
              <div className="min-w-0 flex-1">
                <h3 className="font-medium">
                  {said(name)}{" "}
                  <span className={`ms-1 font-normal text-label ${tone}`}>
                    {t(`states.${state}`)}
                  </span>
                </h3>
                <p className="text-secondary [overflow-wrap:anywhere]">{said(finding)}</p>
                {advice && <p className="[overflow-wrap:anywhere]">{said(advice)}</p>}
              </div>
              {copy && (
                <CopyButton size="icon" text={copy} label={common("copyThat", { text: copy })} />
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
