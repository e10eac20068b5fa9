import type { Route } from "next";
import NextLink from "next/link";
import { getSaid } from "@/components/texts/get-said";
import { getTexts } from "@/components/texts/get-texts";
import { Button, buttonStyle } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { type EventsQuery, listActors } from "@/lib/audit/list-events";
import { actorName } from "@/lib/audit/record-event";
import { access, hasRole, type Role } from "@/lib/core/access";
import type { AuditKind } from "@/lib/core/audit";
import { activityPath, parametersOf } from "./filters-href";

/** A form that works without JavaScript: the filters are the parameters of the page. */
export async function ActivityFilters({
  action,
  kinds = [],
  query,
  role,
}: {
  action: string;
  /** To choose from. */
  kinds?: readonly AuditKind[];
  query: EventsQuery;
  role: Role;
}) {
  const { person, kind, from = "", to = "" } = query;
  const [t, said] = [await getTexts("settings.activity"), await getSaid()];
  const people = hasRole(role, access.pages[activityPath]) ? await listActors() : [];
  return (
    // The key shows the filters of another address, such as those of Clear.
    <form
      key={[person, kind, from, to].join("\n")}
      action={action}
      className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto_auto] xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto_auto_auto]"
    >
      {people.length > 0 && (
        <Field label={t("person")} className="max-sm:col-span-full">
          {(control) => (
            <Select name="person" defaultValue={person} {...control}>
              <option value="">{t("everybody")}</option>
              {people.map(({ id, name }) => (
                <option key={id} value={id}>
                  {said(actorName({ id, name }))}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {kinds.length > 0 && (
        <Field label={t("kind")} className="max-sm:col-span-full">
          {(control) => (
            <Select name="kind" defaultValue={kind ?? ""} {...control}>
              <option value="">{t("all")}</option>
              {kinds.map((each) => (
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
        <Button type="submit">{t("show")}</Button>
        {Object.keys(parametersOf(query)).length > 0 && (
          <NextLink href={action as Route} className={buttonStyle({ variant: "ghost" })}>
            {t("clear")}
          </NextLink>
        )}
      </div>
    </form>
  );
}
