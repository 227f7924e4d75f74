import { handle } from '../../../../platform/handler/index.ts'
import { workspaceName } from '../../../accounts/workspaces/index.ts'
import { readForPdf } from '../../documents/index.ts'
import { aboutInvoice, lockInvoice, reachInvoice } from '../../invoices/index.ts'
import { sendClientInvoice } from '../contract.ts'
import { attachedTo, presentLetters, presentQueued } from '../present.ts'
import { obstacleToSending } from '../rules.ts'
import type { InvoiceLetterRow } from '../tables.ts'
import { enclosedOf, writeLetter, type InvoiceLetterParts } from '../write-letter.ts'

export default (parts: InvoiceLetterParts) =>
  handle(sendClientInvoice, async ({ read, commit, params, caller, workspace, signal, fail }) => {
    const found = await read(async (tx) => {
      const row = await reachInvoice(tx, params.id, caller)
      return row && readForPdf(tx, row)
    })
    const source = found ?? fail.hidden()
    const obstacle = obstacleToSending(source.row)
    if (obstacle) return fail[obstacle]()
    const enclosed = await enclosedOf(source, signal)
    if (enclosed === 'notReconciled') return fail.notReconciled()
    if ('field' in enclosed) return fail.unencodable({ ...enclosed, characters: [...enclosed.characters] })
    const name = await parts.database.identity((tx) => workspaceName(tx, workspace))
    let written: InvoiceLetterRow | undefined
    const reply = await commit(async ({ tx, now, created }) => {
      const invoice = await lockInvoice(tx, params.id)
      if (invoice?.status !== source.row.status) return fail.changed()
      const asked = { enclosed, workspaceName: name, now, createdBy: caller.userId }
      written = await writeLetter(tx, parts, invoice, asked)
      const { id: letterId, payLink, language } = written
      const details = { letterId, attached: attachedTo(written), payLink, language }
      return created(presentQueued(written), aboutInvoice(invoice, details))
    })
    await parts.mailer.deliver(written!.mailId)
    const [body] = await parts.database.reading(workspace, (tx) => presentLetters(tx, [written!]))
    return { ...reply, body }
  })
