import { expect, test } from 'vitest'
import { asOwner } from '../../../../testing/database-state.ts'
import { letterServer, letterWorld, proved } from '../../../../testing/billing/invoice-letters.ts'
import { expectError } from '../../../../testing/refusals.ts'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { getSentInvoiceDocument } from '../contract.ts'
import documents from '../domain.ts'

const { server, taken } = await letterServer()

test('200 with each document as its letter brought it, by the hash that the letter and the audit row name', async () => {
  const world = await letterWorld(server)
  const { at, sendProved, letters } = world
  const { id } = await proved(server, world)
  expect((await sendProved(id)).status).toBe(201)
  const [letter] = await letters(id)
  expect(letter.documents.map(({ kind }: { kind: string }) => kind)).toEqual(['pdf', 'xml', 'evidence'])
  const kept: Buffer[] = []
  for (const { sha256 } of letter.documents as { sha256: string }[])
    kept.push(Buffer.from(await (await at.member.open(getSentInvoiceDocument, { id, sha256 })).arrayBuffer()))
  const brought = taken.at(-1)!.attachments.map(({ content }) => Buffer.from(content as ArrayBuffer))
  expect(kept).toEqual(brought)
  const sent = (await auditOf(server, at.workspace, id)).find(({ action }) => action === 'client_invoice.send')
  expect(sent).toMatchObject({ details: { documents: letter.documents as object[] } })
})

test('404 for bytes that were not sent with this invoice, and for an invoice of others', async () => {
  const { at, issued, send, letters } = await letterWorld(server)
  const id = await issued()
  const other = await issued()
  await send(id)
  const [letter] = await letters(id)
  const { sha256 } = letter.documents[0] as { sha256: string }
  const read = (of: string, hash: string) => at.owner.call(getSentInvoiceDocument, { id: of, sha256: hash })
  expectError(await read(id, '0'.repeat(64)), 404, 'sent_document_not_kept')
  expectError(await read(other, sha256), 404, 'sent_document_not_kept')
  const elsewhere = await letterWorld(server)
  expectError(await elsewhere.at.owner.call(getSentInvoiceDocument, { id, sha256 }), 404, 'not_found')
})

test('a document is removed ten years after it was sent last', async () => {
  const { at, issued, send, letters } = await letterWorld(server)
  const id = await issued()
  await send(id)
  const age = (days: number) =>
    asOwner(server, `update sent_invoice_document set sent_at = now() - $2 * interval '1 day' where invoice_id = $1`, [
      id,
      days,
    ])
  const [expiry] = documents.retention
  const remove = () => server.database.within(at.workspace, (tx) => expiry!.remove(tx, 10))
  await age(3_652)
  expect(await remove()).toBe(0)
  await age(3_654)
  expect(await server.database.identity((tx) => expiry!.dueIn!(tx, 1_000))).toContain(at.workspace)
  expect(await remove()).toBe(2)
  const [letter] = await letters(id)
  const { sha256 } = letter.documents[0] as { sha256: string }
  expectError(await at.owner.call(getSentInvoiceDocument, { id, sha256 }), 404, 'sent_document_not_kept')
})
