export const uploadPath = "/dashboard/settings/data/import";

export const maxUploadMb = 32;
export const maxUploadBytes = maxUploadMb * 1_048_576;
