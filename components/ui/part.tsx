import { type ReactNode, Suspense } from "react";
import { getSaid } from "@/components/texts/get-said";
import { getTexts } from "@/components/texts/get-texts";
import type { PartData } from "@/lib/http/part-data";
import { FailedPart } from "./failed-part";

interface PartProps<T> {
  /**
   * Begins the error's title, as in "Totals could not be loaded". Without it nothing is shown:
   * another part shows the same error.
   */
  title?: string;
  /** Of the final size. */
  skeleton?: ReactNode;
  data: Promise<PartData<T>>;
  children: (value: T) => ReactNode;
}

/**
 * A part of a page. It streams in once its data is read; if that fails, an error takes its place
 * and the other parts stay.
 */
export function Part<T>({ skeleton, ...rest }: PartProps<T>) {
  return (
    <Suspense fallback={skeleton}>
      <Loaded {...rest} />
    </Suspense>
  );
}

async function Loaded<T>({ title, data, children }: Omit<PartProps<T>, "skeleton">) {
  const found = await data;
  if (found.ok) return children(found.value);
  if (!title) return title;
  const t = await getTexts("common");
  const { sentence, ...failure } = found.failure;
  const said = await getSaid();
  return (
    <FailedPart
      title={t("couldNotBeLoaded", { what: title })}
      message={said(sentence)}
      {...failure}
    />
  );
}
