import { TextLink } from '../../../parts/text/text-link.tsx'
import {
  getClientInvoiceReminders,
  type listClientInvoiceLetters,
} from '../../../../../domains/billing/invoice-letters/contract.ts'
import { getSentInvoiceDocument } from '../../../../../domains/billing/documents/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { Age } from '../../../parts/text/age.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useDownload } from '../../../parts/files/use-download.ts'
import { Glyph } from '../../../parts/text/glyph.tsx'
import { Seal } from '../../../parts/text/seal.tsx'
import { paths } from '../../../paths.ts'
import { useSettingWords } from '../../../words/billing-settings/index.ts'
import { useLetterWords } from '../../../words/invoice-emails/index.ts'
import type { Invoice } from '../../../parts/invoice-sheet/invoice-state.ts'
import { useDayText } from '../settings/use-day-text.ts'
import { useLetters } from './use-letters.ts'

type Letter = Reply<typeof listClientInvoiceLetters>[number]

/** The letters of an issued invoice with their states. */
export const InvoiceLetters = ({ invoice }: { readonly invoice: Invoice }) => {
  const words = useLetterWords()
  const { status, buyerBillingEmail, clientAccountId } = invoice
  const letters = useLetters(invoice)
  return (
    <section>
      <h2>{words.title}</h2>
      {letters?.length === 0 ? <p className="quiet">{status === 'void' ? words.never : words.none}</p> : null}
      {letters && letters.length > 0 ? (
        <ol className="rail">
          {letters.map((letter) => (
            <LetterRow key={letter.id} letter={letter} number={invoice.invoiceNumber!} />
          ))}
        </ol>
      ) : null}
      {status === 'final' ? <RemindersOf clientAccountId={clientAccountId} /> : null}
      {status !== 'void' && buyerBillingEmail === null ? <p className="quiet">{words.noAddress}</p> : null}
    </section>
  )
}

/** When the client is reminded automatically, and the way to change it. */
const RemindersOf = ({ clientAccountId }: Pick<Invoice, 'clientAccountId'>) => {
  const { reminders } = useSettingWords()
  const text = useDayText()
  const { data } = useLateReply(getClientInvoiceReminders, { params: { clientAccountId } })
  return data === undefined ? null : (
    <p className="soft">
      {reminders.ofClient(data.effectiveDays.map(text).join(', '))}{' '}
      <TextLink to={`${paths.billingIdentity}?part=reminders&client=${clientAccountId}`}>{reminders.change}</TextLink>
    </p>
  )
}

const glyphs = { waiting: 'queued', sent: 'good', outbox: 'doubt', refused: 'bad' } as const

const LetterRow = ({ letter, number }: { readonly letter: Letter; readonly number: string }) => {
  const words = useLetterWords()
  const { kind, recipient, state, reason, createdAt, attached, evidenceSha256 } = letter
  const glyph = state === 'withdrawn' || state === 'removed' ? 'erased' : glyphs[state]
  return (
    <li>
      <Glyph name={glyph} />
      <div>
        <div dir="auto">
          {words.kinds[kind]}: {recipient}
        </div>
        <div className="quiet">
          <Age at={createdAt} />, {attached.includes('xml') ? words.withXml : words.withoutXml}
        </div>
        {evidenceSha256 === null ? null : (
          <div className="quiet line wrap">
            {words.withEvidence} <Seal sha256={evidenceSha256} />
          </div>
        )}
        <div className="quiet">{words.states[state]}</div>
        <SentDocuments letter={letter} number={number} />
        {reason === null ? null : (
          <div className="quiet" dir="auto">
            {reason}
          </div>
        )}
      </div>
    </li>
  )
}

const endings = { pdf: '.pdf', xml: '.xml', evidence: '-evidence.pdf' } as const

/** The documents that went with a letter, to be saved byte for byte. */
const SentDocuments = ({ letter, number }: { readonly letter: Letter; readonly number: string }) =>
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
  readonly sent: Letter['documents'][number]
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
