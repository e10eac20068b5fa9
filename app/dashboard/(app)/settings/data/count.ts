export { count } from "@/lib/core/format";
