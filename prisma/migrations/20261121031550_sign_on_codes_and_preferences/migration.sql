-- AlterTable
ALTER TABLE "users" ADD COLUMN     "last_login_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "verification_codes" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "mobile" TEXT NOT NULL,
    "scene" TEXT NOT NULL,
    "code_hash" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "verification_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "external_accounts" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "provider" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "external_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_ons" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "provider" TEXT NOT NULL,
    "state_hash" TEXT NOT NULL,
    "code_verifier" TEXT NOT NULL,
    "device" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "external_id" TEXT,
    "ticket_hash" TEXT,
    "bound_at" TIMESTAMPTZ(3),

    CONSTRAINT "sign_ons_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "avatars" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "data" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "avatars_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "preferences" (
    "tenant_id" UUID NOT NULL,
    "membership_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "preferences_pkey" PRIMARY KEY ("membership_id","name")
);

-- CreateIndex
CREATE INDEX "verification_codes_mobile_scene_created_at_idx" ON "verification_codes"("mobile", "scene", "created_at" DESC);

-- CreateIndex
CREATE INDEX "verification_codes_expires_at_idx" ON "verification_codes"("expires_at");

-- CreateIndex
CREATE INDEX "external_accounts_user_id_idx" ON "external_accounts"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "external_accounts_provider_external_id_key" ON "external_accounts"("provider", "external_id");

-- CreateIndex
CREATE UNIQUE INDEX "sign_ons_state_hash_key" ON "sign_ons"("state_hash");

-- CreateIndex
CREATE UNIQUE INDEX "sign_ons_ticket_hash_key" ON "sign_ons"("ticket_hash");

-- CreateIndex
CREATE INDEX "sign_ons_started_at_idx" ON "sign_ons"("started_at");

-- CreateIndex
CREATE INDEX "avatars_user_id_idx" ON "avatars"("user_id");

-- AddForeignKey
ALTER TABLE "external_accounts" ADD CONSTRAINT "external_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "avatars" ADD CONSTRAINT "avatars_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "preferences" ADD CONSTRAINT "preferences_tenant_id_membership_id_fkey" FOREIGN KEY ("tenant_id", "membership_id") REFERENCES "memberships"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules that the schema files can not express.
ALTER TABLE verification_codes ADD CONSTRAINT verification_codes_tries CHECK (tries BETWEEN 0 AND 5);
ALTER TABLE avatars ADD CONSTRAINT avatars_size CHECK (octet_length(data) <= 524288);
ALTER TABLE preferences ADD CONSTRAINT preferences_size CHECK (octet_length(value::text) <= 65536);
