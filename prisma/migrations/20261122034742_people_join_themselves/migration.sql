-- AlterTable
ALTER TABLE "external_accounts" ADD COLUMN     "display_name" TEXT;

-- AlterTable
ALTER TABLE "outbox_messages" ALTER COLUMN "code" DROP NOT NULL;

-- AlterTable
ALTER TABLE "sign_ons" ADD COLUMN     "display_name" TEXT;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "password_expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "proven_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "invitations" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "mobile" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "company_id" UUID,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT NOT NULL,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "invitation_roles" (
    "tenant_id" UUID NOT NULL,
    "invitation_id" UUID NOT NULL,
    "role_id" UUID NOT NULL,

    CONSTRAINT "invitation_roles_pkey" PRIMARY KEY ("tenant_id","invitation_id","role_id")
);

-- CreateIndex
CREATE INDEX "invitations_mobile_idx" ON "invitations"("mobile");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_tenant_id_mobile_key" ON "invitations"("tenant_id", "mobile");

-- CreateIndex
CREATE INDEX "invitation_roles_tenant_id_role_id_idx" ON "invitation_roles"("tenant_id", "role_id");

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_tenant_id_company_id_fkey" FOREIGN KEY ("tenant_id", "company_id") REFERENCES "companies"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invitation_roles" ADD CONSTRAINT "invitation_roles_tenant_id_invitation_id_fkey" FOREIGN KEY ("tenant_id", "invitation_id") REFERENCES "invitations"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invitation_roles" ADD CONSTRAINT "invitation_roles_tenant_id_role_id_fkey" FOREIGN KEY ("tenant_id", "role_id") REFERENCES "roles"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- Rules that the schema files can not express.
ALTER TABLE invitations ADD CONSTRAINT invitations_mobile_lower CHECK (mobile = lower(mobile));
-- Only a password that nobody has changed yet runs out.
ALTER TABLE users ADD CONSTRAINT users_password_expires
  CHECK (password_expires_at IS NULL OR password_changed_at IS NULL);
ALTER TABLE users ADD CONSTRAINT users_proven CHECK (proven_at IS NULL OR password_changed_at IS NOT NULL);

-- Whoever belongs somewhere already gets into another tenant only where they were asked, by the mobile they have now.
CREATE FUNCTION refuse_uninvited() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM memberships WHERE user_id = NEW.user_id AND tenant_id <> NEW.tenant_id)
    AND NOT EXISTS (SELECT FROM invitations i JOIN users u ON u.mobile = i.mobile
                    WHERE u.id = NEW.user_id AND i.tenant_id = NEW.tenant_id)
  THEN
    RAISE EXCEPTION 'user % was not asked to join tenant %', NEW.user_id, NEW.tenant_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER memberships_by_invitation BEFORE INSERT OR UPDATE OF user_id, tenant_id ON memberships
  FOR EACH ROW EXECUTE FUNCTION refuse_uninvited();
