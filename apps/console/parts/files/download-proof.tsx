import ShieldCheck from 'lucide-react/icons/shield-check'
import { getClientInvoiceProof, getDeliverableProof } from '../../../../domains/billing/proof/contract.ts'
import { useProofWords } from '../../words/proof/index.ts'
import { Button } from '../forms/button.tsx'
import { Refusal } from '../feedback/refusal.tsx'
import { useDownload } from './use-download.ts'

const type = 'application/json'

interface ProofProps {
  /** Names the portal, for a client's download. */
  readonly headers?: Readonly<Record<string, string>>
  readonly size?: 'small'
}

interface InvoiceProofProps extends ProofProps {
  readonly invoice: { readonly id: string; readonly invoiceNumber: string | null }
}

/** Saves the proof of an issued invoice. */
export const useInvoiceProof = ({ id, invoiceNumber }: InvoiceProofProps['invoice'], headers?: ProofProps['headers']) =>
  useDownload(getClientInvoiceProof, { name: `${invoiceNumber ?? id} proof.json`, type, headers })

export const DownloadInvoiceProof = ({ invoice, headers, ...look }: InvoiceProofProps) => {
  const proof = useInvoiceProof(invoice, headers)
  return <ProofButton {...look} proof={proof} onClick={() => proof.mutate({ params: { id: invoice.id } })} />
}

interface DeliverableProofProps extends ProofProps {
  readonly cycleId: string
  readonly title: string
}

/** Saves the proof of the newest published snapshot. */
export const DownloadDeliverableProof = ({ cycleId, title, headers, ...look }: DeliverableProofProps) => {
  const name = `${title.replaceAll(/[/\\:]/g, '-')} proof.json`
  const proof = useDownload(getDeliverableProof, { name, type, headers })
  return <ProofButton {...look} proof={proof} onClick={() => proof.mutate({ params: { cycleId } })} />
}

interface ProofButtonProps extends Pick<ProofProps, 'size'> {
  readonly proof: { readonly isPending: boolean; readonly error: unknown }
  readonly onClick: () => void
}

const ProofButton = ({ proof: { isPending, error }, size, onClick }: ProofButtonProps) => {
  const words = useProofWords()
  return (
    <>
      <Button icon={ShieldCheck} isPending={isPending} title={words.text} onClick={onClick} size={size}>
        {words.download}
      </Button>
      <Refusal error={error} />
    </>
  )
}
