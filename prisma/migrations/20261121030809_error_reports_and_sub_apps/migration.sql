-- CreateTable
CREATE TABLE "error_reports" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "ticket" TEXT NOT NULL,
    "serial" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "ip" TEXT NOT NULL,
    "agent" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "error_reports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sub_apps" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "code" TEXT NOT NULL,
    "name_zh" TEXT NOT NULL,
    "name_en" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "permission" TEXT,
    "enabled" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "sub_apps_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "error_reports_ticket_key" ON "error_reports"("ticket");

-- CreateIndex
CREATE INDEX "error_reports_created_at_idx" ON "error_reports"("created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "sub_apps_code_key" ON "sub_apps"("code");

-- A sub-application runs inside the console: nothing but this site or https.
ALTER TABLE sub_apps ADD CONSTRAINT sub_apps_address CHECK (address ~ $$^(/[^/]|https://)$$);
INSERT INTO sub_apps (code, name_zh, name_en, address, permission) VALUES ($$board$$, $$数据看板$$, $$Data board$$, $$/sub/board/$$, $$home.view$$);
