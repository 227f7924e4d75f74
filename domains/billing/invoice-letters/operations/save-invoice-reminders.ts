import { handle } from '../../../../platform/handler/index.ts'
import { saveInvoiceReminders } from '../contract/reminders.ts'
import { presentReminders } from '../present-reminders.ts'
import { putReminders, reminderSettings } from '../store-reminders.ts'

export default handle(saveInvoiceReminders, async ({ tx, body: { days }, caller, workspace, now, ok }) => {
  await putReminders(tx, { clientAccountId: null, days, now, userId: caller.userId })
  return ok(presentReminders(await reminderSettings(tx)), {
    resource: ['invoice_reminders', workspace],
    metadata: { days },
  })
})
