"use client";

import { useState } from "react";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { Dialog, DialogFoot } from "@/components/ui/dialog";
import { MenuItem, MenuPopup, MenuRoot, MenuSeparator, MenuTrigger } from "@/components/ui/menu";
import { showToast } from "@/components/ui/toast";

export function OverlaySpecimens() {
  const [open, setOpen] = useState<"dialog" | "alert" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button onClick={() => setOpen("dialog")}>Dialog</Button>
      <Button onClick={() => setOpen("alert")}>Alert dialog</Button>
      <MenuRoot>
        <MenuTrigger render={<Button />}>Menu</MenuTrigger>
        <MenuPopup>
          <MenuItem keys="E">Edit</MenuItem>
          <MenuItem disabled>Disabled</MenuItem>
          <MenuSeparator />
          <MenuItem danger>Delete</MenuItem>
        </MenuPopup>
      </MenuRoot>
      <Button onClick={() => showToast("Copied go.example.com/contour")}>Toast</Button>
      <Button
        onClick={() => showToast("/survey-q4 is disabled", { undo: () => showToast("Undone") })}
      >
        Toast with undo
      </Button>
      <Button onClick={() => showToast("The slug is taken: choose another one.", { failed: true })}>
        Failed toast
      </Button>
      <Dialog open={open === "dialog"} onClose={close} title="Dialog" note="with a note">
        <p className="px-6 py-5">What it is about.</p>
        <DialogFoot>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" onClick={close}>
            Save
          </Button>
        </DialogFoot>
      </Dialog>
      <AlertDialog
        open={open === "alert"}
        onClose={close}
        title="Delete /field-guide?"
        action="Delete link"
        typed="field-guide"
        onConfirm={close}
      >
        This permanently deletes 9,842 clicks.
      </AlertDialog>
    </>
  );
}
