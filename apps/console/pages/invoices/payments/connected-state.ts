import type { getPaymentProvider } from '../../../../../domains/billing/payments/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'

/** The state of the workspace's provider, if one is connected. */
export type ConnectedState = Reply<typeof getPaymentProvider> & { readonly provider: 'stripe' | 'adyen' }
