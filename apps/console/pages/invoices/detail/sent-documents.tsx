import type { listClientInvoiceLetters } from '../../../../../domains/billing/invoice-letters/contract.ts'
import { getSentInvoiceDocument } from '../../../../../domains/billing/documents/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useDownload } from '../../../parts/files/use-download.ts'
import { useLetterWords } from '../../../words/invoice-emails/index.ts'

type Letter = Reply<typeof listClientInvoiceLetters>[number]
type LetterDocument = Letter['documents'][number]

const endings = { pdf: '.pdf', xml: '.xml', evidence: '-evidence.pdf' } as const

/** The documents that went with a letter, to be saved byte for byte. */
export const SentDocuments = ({ letter, number }: { readonly letter: Letter; readonly number: string }) =>
  letter.documents.length === 0 ? null : (
    <div className="line wrap">
      {letter.documents.map((sent) => (
        <SentDocument key={sent.kind} id={letter.invoiceId} number={number} sent={sent} />
      ))}
    </div>
  )

interface SentDocumentProps {
  readonly id: string
  readonly number: string
  readonly sent: LetterDocument
}

const SentDocument = ({ id, number, sent: { kind, sha256 } }: SentDocumentProps) => {
  const words = useLetterWords()
  const type = kind === 'xml' ? 'application/xml' : 'application/pdf'
  const download = useDownload(getSentInvoiceDocument, { name: `${number}${endings[kind]}`, type, sha256 })
  return (
    <>
      <Button
        size="small"
        variant="plain"
        title={`SHA-256 ${sha256}`}
        isPending={download.isPending}
        onClick={() => download.mutate({ params: { id, sha256 } })}
      >
        {words.sentAs[kind]}
      </Button>
      <Refusal error={download.error} />
    </>
  )
}
