import Download from 'lucide-react/icons/download'
import Waypoints from 'lucide-react/icons/waypoints'
import { useState } from 'react'
import { Link } from 'react-router'
import { getClientInvoiceXml } from '../../../../../domains/billing/documents/contract.ts'
import { getClientInvoiceTransmissions } from '../../../../../domains/billing/transmissions/contract.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import type { Invoice } from '../../../parts/invoice-sheet/invoice-state.ts'
import { Refusal } from '../../../parts/refusal.tsx'
import { useDownload } from '../../../parts/use-download.ts'
import { paths } from '../../../paths.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { useTransmissionWords } from '../../../words/transmissions/index.ts'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { fieldName } from './invoice-facts.tsx'
import { TransmissionRow } from './transmission-row.tsx'

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
          {words.notConnected}{' '}
          <Link className="link" to={`${paths.billingIdentity}?part=peppol`}>
            {words.connectOne}
          </Link>
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
