import { TextLink } from '../../../parts/text/text-link.tsx'
import {
  getClientInvoiceReminders,
  listClientInvoiceLetters,
} from '../../../../../domains/billing/invoice-letters/contract.ts'
import { getSentInvoiceDocument, getClientInvoiceXml } from '../../../../../domains/billing/documents/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useLateReply, useOperation } from '../../../api/use-operation.ts'
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
import Download from 'lucide-react/icons/download'
import Waypoints from 'lucide-react/icons/waypoints'
import { useState } from 'react'
import {
  getClientInvoiceTransmissions,
  handOverClientInvoice,
} from '../../../../../domains/billing/transmissions/contract.ts'
import { FailureNote } from '../../../parts/failure/failure-note.tsx'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { useTransmissionWords } from '../../../words/transmissions/index.ts'
import { fieldName } from './invoice-facts.tsx'
import { Dialog } from '../../../parts/feedback/dialog.tsx'
import { toast } from '../../../parts/feedback/toast.ts'
import type { InvoiceDialogProps } from './invoice-dialogs.tsx'
import { useLateRows } from '../../../api/use-pages.ts'

type Letter = Reply<typeof listClientInvoiceLetters>[number]

/** The letters of an issued invoice with their states. */
export const InvoiceLetters = ({ invoice }: { readonly invoice: Invoice }) => {
  const words = useLetterWords()
  const { status, buyerBillingEmail, clientAccountId } = invoice
  const { data: letters, error } = useLetters(invoice)
  if (!letters && !error) return null
  return (
    <section>
      <h2>{words.title}</h2>
      <Refusal error={error} />
      {letters?.length === 0 ? <p className="quiet">{words.none}</p> : null}
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

const letterGlyphs = { waiting: 'queued', sent: 'good', outbox: 'doubt', refused: 'bad' } as const

const LetterRow = ({ letter, number }: { readonly letter: Letter; readonly number: string }) => {
  const words = useLetterWords()
  const { kind, recipient, state, reason, createdAt, attached, evidenceSha256 } = letter
  const glyph = state === 'withdrawn' || state === 'removed' ? 'erased' : letterGlyphs[state]
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

interface PanelProps {
  readonly invoice: Invoice
}

/** How an issued invoice gets to the network of its client, if it has one. */
export const NetworkPanel = ({ invoice }: PanelProps) => {
  const chosen = invoice.electronicProfiles.find(({ isChosen }) => isChosen)
  if (chosen?.profile === 'franceCtc') return <FrancePanel invoice={invoice} />
  return chosen?.profile === 'peppol' ? <PeppolPanel invoice={invoice} lacks={chosen.which} /> : null
}

const FrancePanel = ({ invoice: { id, invoiceNumber, status } }: PanelProps) => {
  const words = useTransmissionWords()
  const file = useDownload(getClientInvoiceXml, { name: `${invoiceNumber!}.xml`, type: 'application/xml' })
  return (
    <section>
      <h2>{words.france.title}</h2>
      <p className="quiet">{words.france.text}</p>
      {status === 'void' ? null : (
        <div className="line wrap bill-letters">
          <Button
            size="small"
            icon={Download}
            isPending={file.isPending}
            onClick={() => file.mutate({ params: { id }, query: { profile: 'franceCtc' } })}
          >
            {words.france.download}
          </Button>
        </div>
      )}
      <Refusal error={file.error} codes={words.codes} />
    </section>
  )
}

const PeppolPanel = ({ invoice, lacks }: PanelProps & { readonly lacks: readonly string[] }) => {
  const words = useTransmissionWords()
  const { fieldNames } = useInvoiceWords().page
  const [isDialogOpen, setDialogOpen] = useState(false)
  const { data: read, error } = useLateReply(getClientInvoiceTransmissions, { params: { id: invoice.id } })
  const { transmissions = [], environment = null } = read ?? {}
  const isOpen = invoice.status !== 'void' && transmissions.every(({ state }) => state === 'failed')
  const isPossible = isOpen && lacks.length === 0
  return (
    <section>
      <h2>{words.title}</h2>
      <Refusal error={error} />
      {read && transmissions.length === 0 ? <p className="quiet">{words.none}</p> : null}
      {transmissions.length > 0 ? (
        <ol className="rail">
          {transmissions.map((transmission) => (
            <TransmissionRow key={transmission.id} transmission={transmission} />
          ))}
        </ol>
      ) : null}
      {isOpen && lacks.length > 0 ? (
        <p className="quiet">
          {words.lacks(lacks.map((field) => fieldName(fieldNames, field)).join(', '))} {words.lacksAdvice}
        </p>
      ) : null}
      {read && isPossible && environment === null ? (
        <p className="quiet">
          {words.notConnected} <TextLink to={`${paths.billingIdentity}?part=peppol`}>{words.connectOne}</TextLink>
        </p>
      ) : null}
      {isPossible && environment !== null ? (
        <div className="line wrap bill-letters">
          <Button size="small" icon={Waypoints} aria-haspopup="dialog" onClick={() => setDialogOpen(true)}>
            {transmissions.length > 0 ? words.handOverAgain : words.handOver}
          </Button>
        </div>
      ) : null}
      {isDialogOpen && environment !== null ? (
        <HandOverDialog invoice={invoice} environment={environment} onClose={() => setDialogOpen(false)} />
      ) : null}
    </section>
  )
}

/** Says whether the client is in the network, and asks before an invoice is handed over. */
const HandOverDialog = ({
  invoice,
  environment,
  onClose,
}: InvoiceDialogProps & { readonly environment: 'test' | 'live' }) => {
  const words = useTransmissionWords()
  const params = { id: invoice.id }
  const { data: looked } = useLateReply(getClientInvoiceTransmissions, { params, query: { reach: true } })
  const handing = useOperation(handOverClientInvoice, {
    then: () => {
      onClose()
      toast(words.wasHandedOver)
    },
  })
  return (
    <Dialog
      title={words.handOverTitle(invoice.invoiceNumber!)}
      action={handing.isPending ? words.handingOver : words.handOverButton}
      keep={words.notNow}
      isBusy={handing.isPending}
      onAct={() => handing.mutate({ params })}
      onClose={onClose}
    >
      <p>{words.handOverText[environment]}</p>
      <p role="status">{looked ? words.reaches[looked.reach ?? 'unknown'] : words.asking}</p>
      <Refusal error={handing.error} codes={words.codes} />
    </Dialog>
  )
}

type Transmission = Reply<typeof getClientInvoiceTransmissions>['transmissions'][number]

const transmissionGlyphs = {
  waiting: 'queued',
  handed_over: 'queued',
  delivered: 'good',
  answered: 'good',
  failed: 'bad',
} as const

/** A document that was handed over: its state, each step to it, and its problem. */
const TransmissionRow = ({ transmission }: { readonly transmission: Transmission }) => {
  const words = useTransmissionWords()
  const { state, answer, environment, reason, detail, sha256, statuses } = transmission
  const problem = [reason === null ? '' : words.reasons[reason], detail ?? ''].filter(Boolean).join(' ')
  const answered = answer === null ? words.answerUnknown : words.answers[answer]
  return (
    <li>
      <Glyph name={answer === 'RE' ? 'bad' : answer === 'UQ' ? 'wait' : transmissionGlyphs[state]} />
      <div>
        <div>
          {words.states[state]}
          {state === 'answered' ? `: ${answered}` : null}
          {environment === 'test' ? ` (${words.isTest})` : null}
        </div>
        {statuses.map(({ state: step, code, at }) => (
          <div key={`${step} ${code} ${at}`} className="quiet">
            {words.states[step]}, <Age at={at} />
          </div>
        ))}
        {problem === '' ? null : state === 'failed' ? (
          <FailureNote message={problem} />
        ) : (
          <div className="quiet" dir="auto">
            {problem}
          </div>
        )}
        <div className="quiet line wrap">
          <Seal sha256={sha256} />
        </div>
      </div>
    </li>
  )
}

/** The letters of an issued invoice. */
const useLetters = ({ id, invoiceNumber }: Invoice) =>
  useLateRows(listClientInvoiceLetters, 1_000, { params: { id } }, { enabled: invoiceNumber !== null })

/** Whether an invoice can be sent by letter: it is issued and not void, and the client has an address. */
export const isSendable = ({ status, invoiceNumber, buyerBillingEmail }: Invoice): boolean =>
  invoiceNumber !== null && status !== 'void' && buyerBillingEmail !== null

/** Whether the invoice itself went out by letter, or cannot: then its payment is what comes next. */
export const useIsSent = (invoice: Invoice): boolean => {
  const { data: letters } = useLetters(invoice)
  return invoice.buyerBillingEmail === null || letters?.some(({ kind }) => kind === 'invoice') === true
}
