import { handle } from '../../../../platform/handler/index.ts'
import { getInvoiceReminders } from '../contract/reminders.ts'
import { presentReminders } from '../present-reminders.ts'
import { reminderSettings } from '../store-reminders.ts'

export default handle(getInvoiceReminders, async ({ tx, ok }) => ok(presentReminders(await reminderSettings(tx))))
