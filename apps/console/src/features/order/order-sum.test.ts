import type { ProductOnSale } from '@xyxlx/contracts/own-order';
import { expect, it } from 'vitest';
import { orderSum } from './order-sum.ts';

const product = {
  ...{ id: 'plastic', code: 'P', name: 'P', form: 'PHYSICAL', naming: 'NAMED', artUrl: null, months: null },
  ...{ faces: [], faceMin: 100, faceMax: 500_000, makingFee: 500 },
} satisfies ProductOnSale;
const virtual = { ...product, id: 'virtual', form: 'VIRTUAL', makingFee: 0 } satisfies ProductOnSale;

it('comes to what worked example 2 says: 140 cards, their making and one parcel', () => {
  const lines = [
    { productId: 'plastic', faceAmount: 300_000, quantity: 40 },
    { productId: 'plastic', faceAmount: 50_000, quantity: 100 },
  ];
  expect(orderSum([product, virtual], lines)).toEqual({
    ...{ quantity: 140, amount: 17_000_000, parcel: 1_200, fee: 71_200, payable: 17_071_200 },
  });
});

it('sends nothing where all cards are virtual, and leaves out what is not whole yet', () => {
  const lines = [{ productId: 'virtual', faceAmount: 100, quantity: 2 }, { productId: 'plastic' }, undefined];
  expect(orderSum([product, virtual], lines)).toMatchObject({ parcel: 0, fee: 0, payable: 200 });
});
