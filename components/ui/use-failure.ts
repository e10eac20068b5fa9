import { useRef, useState } from "react";
import { showToast } from "./toast";

/**
 * Why a form was refused, for its foot. Whoever has closed it meanwhile is told by a toast. `form`:
 * a ref for the form.
 */
export function useFailure() {
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<string>();
  const fail = (message: string | undefined) => {
    if (form.current || message === undefined) setFailure(message);
    else showToast(message, { failed: true });
  };
  return { form, failure, fail };
}
