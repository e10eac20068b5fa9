import type { Texts } from "@/lib/texts/translator";

/** What a job does, by the name of its command. */
export function jobName(command: string, t: Texts<"jobs">): string {
  switch (command) {
    case "createSeveral":
    case "exportChosenLinks":
    case "exportLinkPage":
    case "updateLinks":
    case "deleteLinks":
    case "editTags":
    case "editChannels":
    case "replaceInLinks":
    case "mergeTag":
    case "removeTag":
      return t(`names.${command}`);
    default:
      return t("names.undoJob");
  }
}
