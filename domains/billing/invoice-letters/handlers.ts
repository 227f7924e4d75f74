import { pageMost, type Static } from '../../../platform/contract/index.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle } from '../../../platform/handler/index.ts'
import { attachmentsFit, mailOutcomes, type MailOutcome } from '../../../platform/mail/index.ts'
import { workspaceName } from '../../accounts/workspaces/index.ts'
import { readForPdf } from '../documents/index.ts'
import { packOf, pdfWithinLimits } from '../evidence/index.ts'
import { findInvoiceFor, aboutInvoice, lockInvoice } from '../invoices/index.ts'
import * as contract from './contract.ts'
import type { ClientInvoiceLetter } from './contract.ts'
import * as remindersContract from './contract/reminders.ts'
import type { ClientReminders, Reminders } from './contract/reminders.ts'
import { obstacleToSending, settingFor, stateOf } from './rules.ts'
import { reminderSettings, putReminders, removeReminders, letterPage } from './store.ts'
import type { InvoiceLetterRow } from './tables.ts'
import { attachmentsOf, makeEnclosures, writeLetter, type InvoiceLetterParts } from './write-letter.ts'

type Settings = Awaited<ReturnType<typeof reminderSettings>>

const presentReminders = (settings: Settings): Static<typeof Reminders> => {
  const row = settings.find(({ clientAccountId }) => clientAccountId === null)
  return { days: row?.days ?? [], updatedAt: row?.updatedAt ?? null }
}

const presentClientReminders = (settings: Settings, accountId: string): Static<typeof ClientReminders> => {
  const own = settings.find(({ clientAccountId }) => clientAccountId === accountId)
  const effectiveDays = [...(settingFor(settings, accountId)?.days ?? [])]
  return { days: own?.days ?? null, effectiveDays, updatedAt: own?.updatedAt ?? null }
}

const getClientInvoiceReminders = handle(remindersContract.getClientInvoiceReminders, async ({ tx, params, ok }) =>
  ok(presentClientReminders(await reminderSettings(tx), params.clientAccountId)),
)

const getInvoiceReminders = handle(remindersContract.getInvoiceReminders, async ({ tx, ok }) =>
  ok(presentReminders(await reminderSettings(tx))),
)

const listClientInvoiceLetters = handle(
  contract.listClientInvoiceLetters,
  async ({ tx, params, caller, query, next, fail, ok }) => {
    const invoice = (await findInvoiceFor(tx, params.id, caller)) ?? fail.hidden()
    const { cursor, limit = pageMost } = query
    const page = await letterPage(tx, invoice.id, cursorOf(cursor), limit)
    next(page.next)
    return ok(await presentLetters(tx, page.rows))
  },
)

const saveClientInvoiceReminders = handle(
  remindersContract.saveClientInvoiceReminders,
  async ({ tx, params, body: { days }, caller, now, ok }) => {
    const { clientAccountId } = params
    if (days === null) await removeReminders(tx, { clientAccountId })
    else await putReminders(tx, { clientAccountId, days, now, userId: caller.userId })
    return ok(presentClientReminders(await reminderSettings(tx), clientAccountId), {
      resource: ['client_invoice_reminders', clientAccountId],
      parent: ['client_account', clientAccountId],
      metadata: { days },
    })
  },
)

const saveInvoiceReminders = handle(
  remindersContract.saveInvoiceReminders,
  async ({ tx, body: { days }, caller, workspace, now, ok }) => {
    await putReminders(tx, { clientAccountId: null, days, now, userId: caller.userId })
    return ok(presentReminders(await reminderSettings(tx)), {
      resource: ['invoice_reminders', workspace],
      metadata: { days },
    })
  },
)

const sendClientInvoice = (parts: InvoiceLetterParts) =>
  handle(contract.sendClientInvoice, async ({ read, commit, params, caller, body, workspace, signal, fail }) => {
    const found = await read(async (tx) => {
      const row = await findInvoiceFor(tx, params.id, caller)
      return row && { source: await readForPdf(tx, row), pack: body.withEvidence ? await packOf(tx, row) : null }
    })
    const { source, pack } = found ?? fail.hidden()
    const obstacle = obstacleToSending(source.row)
    if (obstacle) return fail[obstacle]()
    const documents = await makeEnclosures(source, signal)
    if (documents === 'notReconciled') return fail.notReconciled()
    if ('field' in documents) return fail.unencodable({ ...documents, characters: [...documents.characters] })
    const proof = pack && (await pdfWithinLimits(source.row, pack, signal))
    if (typeof proof === 'string') return fail.evidenceUnmade({ reason: proof })
    const enclosed = { ...documents, evidence: proof && { pdf: proof, sha256: pack.sha256 } }
    if (!attachmentsFit(attachmentsOf(source.row, enclosed))) return fail.tooLarge()
    const name = await parts.database.identity((tx) => workspaceName(tx, workspace))
    let written: InvoiceLetterRow | undefined
    const reply = await commit(async ({ tx, now, created }) => {
      const invoice = await lockInvoice(tx, params.id)
      if (invoice?.status !== source.row.status) return fail.changed()
      if (pack && (await packOf(tx, invoice)).sha256 !== pack.sha256) return fail.evidenceChanged()
      const asked = { enclosed, workspaceName: name, now, createdBy: caller.userId }
      written = await writeLetter(tx, parts, invoice, asked)
      const { id: letterId, payLink, language, evidenceSha256 } = written
      const documents = documentsOf(written)
      const details = { letterId, attached: attachedTo(written), documents, evidenceSha256, payLink, language }
      return created(presentQueued(written), aboutInvoice(invoice, details))
    })
    await parts.mailer.deliver(written!.mailId)
    const [shown] = await parts.database.reading(workspace, (tx) => presentLetters(tx, [written!]))
    return { ...reply, body: shown }
  })

export default (parts: InvoiceLetterParts) => ({
  getClientInvoiceReminders,
  getInvoiceReminders,
  listClientInvoiceLetters,
  saveClientInvoiceReminders,
  saveInvoiceReminders,
  sendClientInvoice: sendClientInvoice(parts),
})

type PresentedLetter = Static<typeof ClientInvoiceLetter>

/** Letters with the known facts of each at this moment. */
const presentLetters = async (tx: Transaction, rows: readonly InvoiceLetterRow[]): Promise<PresentedLetter[]> => {
  const openMailIds = rows.filter(({ outcome }) => outcome === null).map(({ mailId }) => mailId)
  const outcomes = await mailOutcomes(tx, openMailIds)
  return rows.map((row) => presentLetter(row, outcomes.get(row.mailId)))
}

/** The attachments of a letter. */
const attachedTo = ({ hasXml, evidenceSha256 }: InvoiceLetterRow): PresentedLetter['attached'] => [
  'pdf',
  ...(hasXml ? (['xml'] as const) : []),
  ...(evidenceSha256 === null ? [] : (['evidence'] as const)),
]

/** A letter that was queued in this transaction. */
const presentQueued = (row: InvoiceLetterRow): PresentedLetter =>
  presentLetter(row, { id: row.mailId, state: 'queued', lastError: null, endedAt: null })

/** The documents of a letter; none is named by letters that went before their bytes were kept. */
export const documentsOf = (row: InvoiceLetterRow): PresentedLetter['documents'] =>
  attachedTo(row).flatMap((kind, at) => {
    const sha256 = row.documentHashes[at]
    return sha256 === undefined ? [] : [{ kind, sha256 }]
  })

const presentLetter = (row: InvoiceLetterRow, mail: MailOutcome | undefined): PresentedLetter => {
  const { id, invoiceId, kind, dayOffset, recipient, language, xmlOmitted, xmlLacks, payLink, createdAt } = row
  const current =
    row.outcome === null
      ? {
          state: stateOf(mail, row.withdrawnAt !== null),
          reason: mail?.lastError ?? null,
          endedAt: mail?.endedAt ?? null,
        }
      : { state: row.outcome, reason: row.reason, endedAt: row.endedAt }
  return {
    id,
    invoiceId,
    kind,
    dayOffset,
    recipient,
    language,
    xmlOmitted,
    xmlLacks,
    payLink,
    createdAt,
    ...current,
    attached: attachedTo(row),
    evidenceSha256: row.evidenceSha256,
    documents: documentsOf(row),
  }
}
