import { handle } from '../../../../platform/handler/index.ts'
import { webhookUrlOf } from '../connect.ts'
import { getPaymentProvider } from '../contract.ts'
import type { PaymentParts } from '../parts.ts'
import { noConnection, presentConnection } from '../present.ts'
import { findConnection } from '../store.ts'

export default (parts: PaymentParts) =>
  handle(getPaymentProvider, async ({ tx, ok }) => {
    const row = await findConnection(tx)
    return ok(row ? presentConnection(row, await webhookUrlOf(tx, parts, row)) : noConnection)
  })
