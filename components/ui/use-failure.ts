import { useRef, useState } from "react";
import { type Refused, refusedWith } from "@/lib/core/action-result";
import { showToast } from "./toast";

/**
 * Why a form was refused, for its foot. Whoever has closed it meanwhile is told by a toast. `form`:
 * a ref for the form.
 */
export function useFailure() {
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<Refused | null>(null);
  const fail = (message: string | undefined) => {
    if (message === undefined) setFailure(null);
    else if (form.current) setFailure(refusedWith(message));
    else showToast(message, { failed: true });
  };
  return { form, failure, fail };
}
