-- CreateTable
CREATE TABLE "LateVisitor" (
    "linkId" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "visitor" BYTEA NOT NULL,
    "hours" INTEGER NOT NULL,

    CONSTRAINT "LateVisitor_pkey" PRIMARY KEY ("linkId","day","visitor")
);

-- CreateTable
CREATE TABLE "LateDay" (
    "linkId" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "clicks" INTEGER NOT NULL,
    "readUntil" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "LateDay_pkey" PRIMARY KEY ("linkId","day")
);
