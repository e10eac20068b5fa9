"use client";

import { type FormEvent, useState, useTransition } from "react";
import { useTexts } from "#texts";
import { problemOf, type Refused } from "@/lib/core/action-result";
import type { Dates } from "@/lib/core/date-range";
import { lastDays } from "@/lib/core/date-range";
import { type ShareCard, shareCards, usualCards } from "@/lib/core/share";
import type { ShareSubject } from "@/lib/shares/shares";
import { type CreatedShare, useDashboardActions } from "../layout/dashboard-actions";
import { attemptsOf, sendOnce } from "../links/form/attempts";
import { ExpiryField } from "../links/form/expiry-field";
import { fromControl } from "../links/form/instant-value";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { DialogFoot } from "../ui/dialog";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { answerOf } from "../ui/use-action";

const attempts = attemptsOf("share");
const lengths = [7, 30, 90, 365];

interface ShareFieldsProps {
  of: ShareSubject;
  dates: Dates | undefined;
  children: React.ReactNode;
  onMade: (share: CreatedShare) => void;
}

/** What a new share page shows, until when, and to whom. `children` follow the fields. */
export function ShareFields({ of, dates, children, onMade }: ShareFieldsProps) {
  const t = useTexts("figures");
  const actions = useDashboardActions();
  const [refused, setRefused] = useState<Refused | null>(null);
  const [pending, start] = useTransition();
  const [range, setRange] = useState("30");
  const [shown] = useState(() => dates ?? lastDays(30, new Date()));
  const [expiry, setExpiry] = useState("");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const password = String(form.get("password"));
    const input = {
      ...of,
      cards: form.getAll("cards").map(String) as ShareCard[],
      ...(range === "fixed"
        ? { from: String(form.get("from")), to: String(form.get("to")) }
        : { days: Number(range) }),
      expiresAt: fromControl(expiry),
      csv: form.has("csv"),
      ...(password ? { password } : {}),
    };
    start(async () => {
      const result = await sendOnce(attempts, input, (key) =>
        answerOf(actions.createShare(input, key)),
      );
      if (!result.ok) return setRefused(result);
      setRefused(null);
      onMade(result.value);
    });
  };
  return (
    <form onSubmit={submit} noValidate className="contents">
      <div className="flex flex-col gap-5 px-6 py-5 max-sm:px-4">
        <CardChoice of={of} />
        <Range {...{ range, setRange, refused }} dates={shown} />
        <ExpiryField
          value={expiry}
          error={problemOf(refused, "expiresAt")}
          onChange={setExpiry}
          passed={t("passed")}
        />
        <Field label={t("password")} optional error={problemOf(refused, "password")}>
          {(control) => (
            <Input {...control} name="password" autoComplete="off" spellCheck={false} />
          )}
        </Field>
        <Choice name="csv" label={t("csv")} />
        {children}
      </div>
      <DialogFoot refused={refused}>
        <Button variant="primary" type="submit" pending={pending}>
          {t("create")}
        </Button>
      </DialogFoot>
    </form>
  );
}

function CardChoice({ of }: { of: ShareSubject }) {
  const t = useTexts("figures");
  const offered = shareCards.filter(
    (card) =>
      (card !== "links" || of.slug === undefined) &&
      (card !== "campaigns" || of.campaign === undefined),
  );
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-small">{t("cards")}</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {offered.map((card) => (
          <Choice
            key={card}
            name="cards"
            value={card}
            label={t(`cardNames.${card}`)}
            isOn={usualCards.includes(card)}
          />
        ))}
      </div>
      <p className="mt-1.5 text-label text-secondary">{t("cardsNote")}</p>
    </fieldset>
  );
}

function Choice({
  label,
  isOn = false,
  ...props
}: {
  name: string;
  value?: string;
  label: string;
  isOn?: boolean;
}) {
  return (
    <label className="flex min-h-8 items-center gap-2.5 max-sm:min-h-11">
      <Checkbox {...props} defaultChecked={isOn} />
      {label}
    </label>
  );
}

function Range({
  range,
  setRange,
  dates,
  refused,
}: {
  range: string;
  setRange: (range: string) => void;
  dates: Dates;
  refused: Refused | null;
}) {
  const t = useTexts("figures");
  return (
    <div className="grid gap-3">
      <Field label={t("range")} error={problemOf(refused, "days")}>
        {(control) => (
          <Select {...control} value={range} onChange={({ target }) => setRange(target.value)}>
            {lengths.map((days) => (
              <option key={days} value={days}>
                {t("recent", { days })}
              </option>
            ))}
            <option value="fixed">{t("fixed")}</option>
          </Select>
        )}
      </Field>
      {range === "fixed" && (
        <div className="grid gap-3 sm:grid-cols-2">
          {(["from", "to"] as const).map((name) => (
            <Field key={name} label={t(name)} error={problemOf(refused, name)}>
              {(control) => (
                <Input {...control} type="date" name={name} defaultValue={dates[name]} required />
              )}
            </Field>
          ))}
        </div>
      )}
    </div>
  );
}
