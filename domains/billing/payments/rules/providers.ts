/** By whom clients pay. Each signs its webhooks, which is what lets it settle an invoice. */
export const paymentProviders = ['stripe', 'adyen'] as const
export type PaymentProvider = (typeof paymentProviders)[number]
