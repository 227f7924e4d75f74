import { buffer } from 'node:stream/consumers'
import { uploadAiAsset } from '../../../domains/agents/assets/contract.ts'
import { getAiDocument, parseAiDocument } from '../../../domains/agents/parsing/contract.ts'
import { getClientInvoicePdf } from '../../../domains/billing/documents/contract.ts'
import { failed } from '../failure.ts'
import type { Seeding } from './seeding.ts'
import { until } from './until.ts'

interface File {
  readonly fileName: string
  readonly mediaType: string
  readonly content: Buffer
  readonly projectId: string
}

const brief = `# Brief: the page of the bakery

Invented, as a sample.

- The page shows products, prices, opening hours and allergens.
- Orders for birthday cakes come by a form, some days ahead.
- Visitors read it on the phone, in the queue.
`

/** Two documents whose words agents can read: the brief of the client, and a paid invoice. */
export const seedDocuments = async (
  seeding: Seeding,
  { projectId, paidInvoiceId }: { readonly projectId: string; readonly paidInvoiceId: string },
): Promise<void> => {
  const pdf = await seeding.client.open(getClientInvoicePdf, { params: { id: paidInvoiceId } })
  const files: readonly File[] = [
    { fileName: 'brief.md', mediaType: 'text/markdown', content: Buffer.from(brief), projectId },
    { fileName: 'invoice.pdf', mediaType: 'application/pdf', content: await buffer(pdf), projectId },
  ]
  for (const file of files) await parse(seeding, file)
}

const parse = async (
  { client, session }: Seeding,
  { fileName, mediaType, content, projectId }: File,
): Promise<void> => {
  const { key } = await client.call(uploadAiAsset, {
    query: { fileName },
    body: { content: new Blob([new Uint8Array(content)]).stream(), sizeBytes: content.length, mediaType },
  })
  const { id } = await client.call(parseAiDocument, { body: { source: { key }, projectId } })
  const status = await until(
    async () => {
      const read = await client.call(getAiDocument, { params: { id } })
      return ['queued', 'parsing'].includes(read.status) ? undefined : read.status
    },
    { signal: session.signal, awaited: `the document ${fileName} to be read` },
  )
  if (status === 'failed') throw failed('seed_document', `The document ${fileName} could not be read.`)
}
