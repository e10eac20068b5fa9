/** Paths whose body may be a file. Others are limited by what their handler reads. */
export const uploadPaths: readonly string[] = [
  "/dashboard/settings/data/import",
  "/api/links/import",
];

export const maxUploadMb = 32;
export const maxUploadBytes = maxUploadMb * 1_048_576;
