-- Nothing reads the scope of a replacement. The column stays for versions that write it.
ALTER TABLE "Replacement" ALTER COLUMN "scope" SET DEFAULT '';
