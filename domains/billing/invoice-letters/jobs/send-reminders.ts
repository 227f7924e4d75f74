import type { Transaction } from '../../../../platform/db/transaction.ts'
import { inWorkspaces, type ScheduledContext, type Turn } from '../../../../platform/jobs/index.ts'
import { workspaceName } from '../../../accounts/workspaces/index.ts'
import { pdfErrors } from '../../documents/contract.ts'
import { readForPdf, type MissingCharacters } from '../../documents/index.ts'
import {
  aboutInvoice,
  findInvoice,
  lockInvoice,
  openInvoicesAfter,
  recordAbout,
  type OpenInvoice,
} from '../../invoices/index.ts'
import { documentsOf } from '../handlers.ts'
import { obstacleToSending, daysLate, reminderOn, settingFor } from '../rules.ts'
import { recordObstacle, reminderSettings, remindersOnIn, remindersOver, workspaceToday } from '../store.ts'
import { makeEnclosures, writeLetter, type Enclosures, type InvoiceLetterParts } from '../write-letter.ts'

const pageSize = 200

/** Sends the reminders that are due on this day, in every workspace that reminds. */
export const sendReminders = async (parts: InvoiceLetterParts, context: ScheduledContext): Promise<void> =>
  inWorkspaces(
    await parts.database.identity(remindersOnIn),
    (workspace, turn) => remindIn(parts, workspace, turn),
    context,
  )

const remindIn = async (parts: InvoiceLetterParts, workspace: string, turn: Turn) => {
  const name = await parts.database.identity((tx) => workspaceName(tx, workspace))
  let after = '00000000-0000-0000-0000-000000000000'
  for (let isMore = true; isMore;) {
    const page = await parts.database.reading(workspace, (tx) => openInvoicesAfter(tx, { after, rows: pageSize }))
    const due = await parts.database.reading(workspace, (tx) => dueOf(tx, page))
    for (const { invoice } of due) {
      if (turn.time.aborted) return
      await remindOf(parts, { workspace, name, invoice }, turn).catch((error: unknown) =>
        turn.log.error({ err: error, workspace, invoice: invoice.id }, 'Reminder failed; will retry'),
      )
    }
    after = page.at(-1)?.id ?? after
    isMore = page.length === pageSize
  }
}

/** The invoices among these that are due for a reminder today, each with its reminder. */
const dueOf = async (tx: Transaction, invoices: readonly OpenInvoice[]) => {
  const today = await workspaceToday(tx, await tx.now())
  const settings = await reminderSettings(tx)
  const over = await remindersOver(tx, { invoiceIds: invoices.map(({ id }) => id) })
  return invoices.flatMap((invoice) => {
    const setting = settingFor(settings, invoice.clientAccountId)
    const sent = over.flatMap((one) => (one.invoiceId === invoice.id ? (one.dayOffset ?? []) : []))
    const day = setting && reminderOn(today, invoice, setting, sent)
    return day === undefined ? [] : [{ invoice, day, late: daysLate(invoice, today) }]
  })
}

interface ReminderCandidate {
  readonly workspace: string
  readonly name: string
  readonly invoice: OpenInvoice
}

const remindOf = async (
  parts: InvoiceLetterParts,
  { workspace, name, invoice }: ReminderCandidate,
  { signal }: Turn,
) => {
  const source = await parts.database.reading(workspace, async (tx) => {
    const row = await findInvoice(tx, { id: invoice.id })
    return row && readForPdf(tx, row)
  })
  if (!source || obstacleToSending(source.row)) return
  const enclosed = await makeEnclosures(source, signal)
  await parts.database.within(workspace, (tx) =>
    enclosed === 'notReconciled' || 'field' in enclosed
      ? noteObstacle(tx, invoice, enclosed)
      : remind(tx, parts, { invoice, name, enclosed }),
  )
}

/** Records once why a due reminder does not go; looked at again once the billing identity changed. */
const noteObstacle = async (tx: Transaction, invoice: OpenInvoice, why: 'notReconciled' | MissingCharacters) => {
  const row = await lockInvoice(tx, invoice.id)
  const [due] = await dueOf(tx, [invoice])
  if (!row || row.balance.dueCents <= 0 || !due) return
  const obstacle =
    why === 'notReconciled'
      ? { reason: pdfErrors.notReconciled.code, field: null }
      : { reason: pdfErrors.unencodable.code, field: why.field }
  await recordObstacle(tx, { invoiceId: invoice.id, dayOffset: due.day, ...obstacle, now: await tx.now() })
  recordAbout(tx, aboutInvoice(row, { dayOffset: due.day, ...obstacle }), {
    action: 'client_invoice.remind',
    category: 'execute',
    outcome: 'failure',
    severity: 'warning',
  })
}

/** Decides again, under the invoice's lock, and writes the letter with its row: a crash repeats no reminder. */
const remind = async (
  tx: Transaction,
  parts: InvoiceLetterParts,
  { invoice, name, enclosed }: { readonly invoice: OpenInvoice; readonly name: string; readonly enclosed: Enclosures },
) => {
  const row = await lockInvoice(tx, invoice.id)
  const [due] = await dueOf(tx, [invoice])
  if (!row || row.balance.dueCents <= 0 || !due) return
  const now = await tx.now()
  const { day: dayOffset, late } = due
  const reminder = { day: dayOffset, late }
  const letter = await writeLetter(tx, parts, row, { enclosed, workspaceName: name, now, createdBy: null, reminder })
  recordAbout(
    tx,
    aboutInvoice(row, { letterId: letter.id, dayOffset, documents: documentsOf(letter) }),
    { action: 'client_invoice.remind', category: 'execute' },
    { name: 'client_invoice.reminded', payload: { letterId: letter.id, dayOffset } },
  )
  tx.afterCommit(() => void parts.mailer.deliver(letter.mailId).catch(() => undefined))
}
