import Download from 'lucide-react/icons/download'
import Waypoints from 'lucide-react/icons/waypoints'
import { useState } from 'react'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { getClientInvoiceXml } from '../../../../../domains/billing/documents/contract.ts'
import {
  getClientInvoiceTransmissions,
  handOverClientInvoice,
} from '../../../../../domains/billing/transmissions/contract.ts'
import { useLateReply, useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { FailureNote } from '../../../parts/failure/failure-note.tsx'
import type { Invoice } from '../../../parts/invoice-sheet/invoice-state.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useDownload } from '../../../parts/files/use-download.ts'
import { paths } from '../../../paths.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { useTransmissionWords } from '../../../words/transmissions/index.ts'
import { fieldName } from './invoice-facts.tsx'
import { Dialog } from '../../../parts/feedback/dialog.tsx'
import { toast } from '../../../parts/feedback/toast.ts'
import type { InvoiceDialogProps } from './invoice-dialogs.tsx'
import type { Reply } from '../../../../../platform/client/index.ts'
import { Age } from '../../../parts/text/age.tsx'
import { Glyph } from '../../../parts/text/glyph.tsx'
import { Seal } from '../../../parts/text/seal.tsx'

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

const glyphs = {
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
      <Glyph name={answer === 'RE' ? 'bad' : answer === 'UQ' ? 'wait' : glyphs[state]} />
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
