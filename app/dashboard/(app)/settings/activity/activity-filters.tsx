import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { EventsQuery } from "@/lib/audit/list-events";
import { auditKinds } from "@/lib/core/audit";

/** A form that works without JavaScript: the filters are the parameters of the page. */
export function ActivityFilters({
  action,
  query: { person, kind, from = "", to = "" },
  people,
  ofLinks = false,
  children,
}: {
  action: string;
  query: EventsQuery;
  people: readonly { id: string; name: string }[];
  /** Changes of links have one kind. */
  ofLinks?: boolean;
  children: ReactNode;
}) {
  const t = useTexts("settings.activity");
  return (
    // The key shows the filters of another address, such as those of Clear.
    <form
      key={[person, kind, from, to].join("\n")}
      action={action}
      className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto_auto] xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto_auto_auto]"
    >
      <Field label={t("person")}>
        {(control) => (
          <Select name="person" defaultValue={person} {...control}>
            <option value="">{t("everybody")}</option>
            {people.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {!ofLinks && (
        <Field label={t("kind")}>
          {(control) => (
            <Select name="kind" defaultValue={kind ?? ""} {...control}>
              <option value="">{t("all")}</option>
              {auditKinds.map((each) => (
                <option key={each} value={each}>
                  {t(`kinds.${each}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field label={t("from")}>
        {(control) => <Input type="date" name="from" defaultValue={from} {...control} />}
      </Field>
      <Field label={t("to")}>
        {(control) => <Input type="date" name="to" defaultValue={to} {...control} />}
      </Field>
      <div className="flex gap-2 max-xl:col-span-full">
        <Button type="submit" className="max-sm:h-11">
          {t("show")}
        </Button>
        {children}
      </div>
    </form>
  );
}
