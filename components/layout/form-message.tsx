import { CircleAlert, CircleCheck } from "@/components/ui/icons";

/** A message about the whole form, announced to screen readers when it appears. */
export function FormMessage({ text, good = false }: { text: string | undefined; good?: boolean }) {
  const Icon = good ? CircleCheck : CircleAlert;
  return (
    <div role={good ? "status" : "alert"} className={text ? "" : "hidden"}>
      {text && (
        <p
          data-refusal={good ? undefined : ""}
          tabIndex={-1}
          className={`flex gap-2 text-small outline-none ${good ? "text-accent" : "text-danger"}`}
        >
          <Icon aria-hidden className="mt-px size-4 shrink-0" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
        </p>
      )}
    </div>
  );
}
