import { handle } from '../../../../platform/handler/index.ts'
import { getClientInvoiceReminders } from '../contract/reminders.ts'
import { presentClientReminders } from '../present-reminders.ts'
import { reminderSettings } from '../store-reminders.ts'

export default handle(getClientInvoiceReminders, async ({ tx, params, ok }) =>
  ok(presentClientReminders(await reminderSettings(tx), params.clientAccountId)),
)
