/** Display name of a UTM value: `None` stands for clicks without this tag. */
export function tagName(label: string): string {
  return label === "None" ? "(not set)" : label;
}
