import { handle } from '../../../../platform/handler/index.ts'
import { attachmentsFit } from '../../../../platform/mail/index.ts'
import { workspaceName } from '../../../accounts/workspaces/index.ts'
import { readForPdf } from '../../documents/index.ts'
import { packOf, pdfWithinLimits } from '../../evidence/index.ts'
import { aboutInvoice, lockInvoice, findInvoiceFor } from '../../invoices/index.ts'
import { sendClientInvoice } from '../contract.ts'
import { attachedTo, documentsOf, presentLetters, presentQueued } from '../present.ts'
import { obstacleToSending } from '../rules.ts'
import type { InvoiceLetterRow } from '../tables.ts'
import { attachmentsOf, makeEnclosures, writeLetter, type InvoiceLetterParts } from '../write-letter.ts'

export default (parts: InvoiceLetterParts) =>
  handle(sendClientInvoice, async ({ read, commit, params, caller, body, workspace, signal, fail }) => {
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
