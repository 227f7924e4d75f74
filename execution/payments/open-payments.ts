import type { Fetcher } from '../../platform/fetch/index.ts'
import { readAdyenDelivery } from './adyen-notices.ts'
import { openAdyen } from './adyen.ts'
import type { PaymentProvider, PaymentProviderId, ReadDelivery } from './provider.ts'
import { readStripeDelivery } from './stripe-notices.ts'
import { openStripe } from './stripe.ts'

/** The ways to payment providers. They know nothing of workspaces: keys come with each call and are not kept. */
export type Payments = Readonly<Record<PaymentProviderId, PaymentProvider>>

interface PaymentSettings {
  readonly fetcher: Fetcher
  /** Addresses in the place of the public ones. */
  readonly addresses?: Readonly<Partial<Record<PaymentProviderId, string>>>
}

export const openPayments = ({ fetcher, addresses = {} }: PaymentSettings): Payments => ({
  stripe: openStripe(fetcher, addresses.stripe ?? 'https://api.stripe.com'),
  adyen: openAdyen(fetcher, addresses.adyen),
})

/** How the webhooks of each provider are read. */
export const deliveryReaders: Readonly<Record<PaymentProviderId, ReadDelivery>> = {
  stripe: readStripeDelivery,
  adyen: readAdyenDelivery,
}
