import type { Database } from '../../../../platform/db/database.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import { mailOutcomes, type MailOutcome } from '../../../../platform/mail/index.ts'
import { aboutInvoice, findInvoice, recordAbout } from '../../invoices/index.ts'
import { stateOf } from '../rules.ts'
import { endLetter, lettersOver, lettersOverIn } from '../store.ts'
import type { InvoiceLetterRow } from '../tables.ts'

const pageSize = 200

/** Stores the outcomes of letters whose mail is over, before the queue forgets them, with an event. */
export const keepOutcomes = ({ database }: { readonly database: Database }, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(database, lettersOverIn, (workspace) => database.within(workspace, keepIn), context)

const keepIn = async (tx: Transaction) => {
  const letters = await lettersOver(tx, { limit: pageSize })
  const mailIds = letters.map(({ mailId }) => mailId)
  const outcomes = await mailOutcomes(tx, mailIds)
  for (const letter of letters) await keepOne(tx, letter, outcomes.get(letter.mailId))
}

const keepOne = async (tx: Transaction, letter: InvoiceLetterRow, mail: MailOutcome | undefined) => {
  const outcome = stateOf(mail, letter.withdrawnAt !== null)
  if (outcome === 'waiting') return
  const endedAt = mail?.endedAt ?? (await tx.now())
  const ended = await endLetter(tx, { id: letter.id, outcome, reason: mail?.lastError ?? null, endedAt })
  if (!ended) return
  const facts = { letterId: letter.id, kind: letter.kind, outcome, reason: ended.reason }
  recordAbout(
    tx,
    aboutInvoice((await findInvoice(tx, { id: letter.invoiceId }))!, facts),
    {
      action: 'client_invoice.end_letter',
      category: 'execute',
      severity: outcome === 'refused' ? 'warning' : 'info',
    },
    { name: 'client_invoice.letter_ended', payload: facts },
  )
}
