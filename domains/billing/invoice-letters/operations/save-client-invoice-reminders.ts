import { handle } from '../../../../platform/handler/index.ts'
import { saveClientInvoiceReminders } from '../contract/reminders.ts'
import { presentClientReminders } from '../present-reminders.ts'
import { putReminders, reminderSettings, removeReminders } from '../store-reminders.ts'

export default handle(saveClientInvoiceReminders, async ({ tx, params, body: { days }, caller, now, ok }) => {
  const { clientAccountId } = params
  if (days === null) await removeReminders(tx, clientAccountId)
  else await putReminders(tx, { clientAccountId, days, now, userId: caller.userId })
  return ok(presentClientReminders(await reminderSettings(tx), clientAccountId), {
    resource: ['client_invoice_reminders', clientAccountId],
    parent: ['client_account', clientAccountId],
    metadata: { days },
  })
})
