"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { useOpenDialog } from "@/components/layout/open-dialog";

/**
 * The dialog belongs to the layout, so it stays open while the links page takes the place of this
 * one.
 */
export function OpenNewLink({ url, title, slug }: { url: string; title: string; slug: string }) {
  const open = useOpenDialog();
  const router = useRouter();
  const isOpened = useRef(false);
  useEffect(() => {
    if (isOpened.current) return;
    isOpened.current = true;
    open({ kind: "create", ...(url || title || slug ? { url, title, slug } : {}) });
    router.replace("/dashboard/links");
  }, [open, router, url, title, slug]);
  return null;
}
