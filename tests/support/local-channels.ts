import type { PaymentChannels } from '../../apps/api/src/platform/channels/payment-channel.ts';

/** Channels that answer at once and ask nobody: a code leads to a page that says what is to be paid. */
export const localChannels: PaymentChannels = {
  precreate: async (_account, { no, amount }) => {
    const asked = new URLSearchParams({ no, amount: String(amount) });
    return { payText: `https://channel.example/pay?${asked}`, channelNo: null };
  },
  close: async () => undefined,
  refund: async () => undefined,
};
