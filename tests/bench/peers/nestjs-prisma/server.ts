/**
 * The page of payments and their file as the documentation of NestJS and Prisma has them: a controller with a validated DTO, a service on a
 * PrismaService, `findMany` beside `count`, a file read a thousand rows at a time. No session, no contract, no scope; Prisma and its schema are those of the service.
 */
import 'reflect-metadata';
import { Readable } from 'node:stream';
import {
  Body,
  Controller,
  Get,
  HttpCode,
  Injectable,
  Module,
  type OnModuleInit,
  Post,
  StreamableFile,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PrismaPg } from '@prisma/adapter-pg';
import { type Prisma, PrismaClient } from '@xyxlx/database/client/client';
import { IsDateString, IsUUID } from 'class-validator';
import { stringify } from 'csv-stringify';

class PageQuery {
  @IsUUID()
  tenantId!: string;

  @IsUUID()
  merchantId!: string;

  @IsDateString()
  paidFrom!: string;

  @IsDateString()
  paidTo!: string;
}

@Injectable()
class PrismaService extends PrismaClient implements OnModuleInit {
  constructor() {
    super({ adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL as string, max: 12 }) });
  }

  async onModuleInit() {
    await this.$connect();
  }
}

const named = { id: true, name: true };
const payment = {
  id: true,
  paymentNo: true,
  type: true,
  state: true,
  amount: true,
  enterprise: true,
  personal: true,
  discount: true,
  refunded: true,
  category: true,
  store: { select: named },
  employee: { select: { ...named, employeeNo: true } },
  fundedBy: true,
  cardLastFour: true,
  ruleVersion: true,
  related: { select: { paymentNo: true } },
  invoiceState: true,
  channel: true,
  paidAt: true,
} as const;
const orderBy = [{ paidAt: 'desc' }, { id: 'desc' }] as const;

@Injectable()
class PaymentsService {
  constructor(private readonly prisma: PrismaService) {}

  async page({ tenantId, merchantId, paidFrom, paidTo }: PageQuery) {
    const paidAt = {
      gte: new Date(`${paidFrom}T00:00:00+08:00`),
      lte: new Date(`${paidTo}T23:59:59.999+08:00`),
    };
    const where = { tenantId, merchantId, paidAt };
    const [payments, total, merchant] = await Promise.all([
      this.prisma.consumptionRecord.findMany({ where, orderBy: [...orderBy], take: 20, select: payment }),
      this.prisma.consumptionRecord.count({ where, take: 10_001 }),
      // The schema has no relation from a payment to its merchant.
      this.prisma.merchant.findUnique({
        where: { tenantId_id: { tenantId, id: merchantId } },
        select: named,
      }),
    ]);
    const list = payments.map((row) => ({
      id: row.id,
      paymentNo: row.paymentNo,
      type: row.type,
      state: row.state,
      amount: Number(row.amount),
      enterpriseAmount: Number(row.enterprise),
      personalAmount: Number(row.personal),
      discountAmount: Number(row.discount),
      refundedAmount: Number(row.refunded),
      category: row.category,
      merchant,
      store: row.store,
      employee: row.employee,
      fundedBy: row.fundedBy,
      cardLastFour: row.cardLastFour,
      ruleVersion: row.ruleVersion,
      relatedNo: row.related?.paymentNo ?? null,
      invoiceState: row.invoiceState,
      channel: row.channel,
      paidAt: row.paidAt,
    }));
    return { list, total };
  }

  /** All payments, newest first, a thousand at a time. */
  async *rows() {
    let where: Prisma.ConsumptionRecordWhereInput = {};
    for (;;) {
      const payments = await this.prisma.consumptionRecord.findMany({
        where,
        orderBy: [...orderBy],
        take: 1000,
        select: { ...payment, merchantId: true },
      });
      const last = payments.at(-1);
      if (!last) return;
      const merchants = await this.prisma.merchant.findMany({
        where: { id: { in: [...new Set(payments.map((row) => row.merchantId))] } },
        select: named,
      });
      const nameOf = new Map(merchants.map(({ id, name }) => [id, name]));
      for (const row of payments) {
        yield [
          row.paymentNo,
          row.type,
          row.state,
          nameOf.get(row.merchantId),
          row.store?.name,
          row.employee?.employeeNo,
          row.employee?.name,
          row.amount,
          row.enterprise,
          row.personal,
          row.discount,
          row.refunded,
          row.category,
          row.channel,
          row.fundedBy,
          row.cardLastFour,
          row.related?.paymentNo,
          row.paidAt.toISOString(),
        ];
      }
      // Prisma's own cursor had not ended after six minutes, and held 2.9 GB.
      where = { paidAt: { lte: last.paidAt }, NOT: { paidAt: last.paidAt, id: { gte: last.id } } };
    }
  }
}

@Controller()
class PaymentsController {
  constructor(private readonly payments: PaymentsService) {}

  @Post('payments')
  @HttpCode(200)
  page(@Body() query: PageQuery) {
    return this.payments.page(query);
  }

  @Get('payments.csv')
  file() {
    const lines = Readable.from(this.payments.rows()).pipe(stringify());
    return new StreamableFile(lines, { type: 'text/csv' });
  }
}

@Module({ controllers: [PaymentsController], providers: [PaymentsService, PrismaService] })
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: ['error'] });
app.useGlobalPipes(new ValidationPipe({ transform: true }));
await app.listen(Number(process.env.PORT), '127.0.0.1');
