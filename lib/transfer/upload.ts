/** Paths whose body may be a file. All others are limited to 64 KB, or to what a form of the dashboard needs. */
export const uploadPaths: readonly string[] = ["/dashboard/settings/data/import", "/api/links/import"];

export const maxUploadMb = 32;
export const maxUploadBytes = maxUploadMb * 1_048_576;
