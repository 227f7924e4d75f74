import { PaymentFailure } from '../../../../execution/payments/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { connectionAuditSubject } from '../audit-subject.ts'
import { testPaymentProvider } from '../contract.ts'
import { openAccount } from '../keys.ts'
import type { PaymentParts } from '../parts.ts'
import { findConnection } from '../store.ts'

export default ({ vault, payments }: PaymentParts) =>
  handle(testPaymentProvider, async ({ read, commit, fail }) => {
    const row = (await read(findConnection)) ?? fail.notConnected()
    if (!vault.available) return fail.noVault()
    const account = (await read((tx) => openAccount(tx, vault, row))) ?? fail.notConnected()
    const reason = await payments[row.provider].test(account).then(
      () => null,
      (error: unknown) => {
        if (error instanceof PaymentFailure) return error.reason
        throw error
      },
    )
    const reply = { works: reason === null, reason, lastNoticeAt: row.noticeAt }
    return commit(async ({ ok }) => ok(reply, connectionAuditSubject(row, { works: reply.works, reason })))
  })
