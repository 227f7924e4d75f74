import Download from 'lucide-react/icons/download'
import { getPortalInvoiceEvidence, getPortalInvoiceEvidencePdf } from '../../../../domains/billing/evidence/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { useFormat } from '../../format.ts'
import { Button } from '../../parts/forms/button.tsx'
import { DownloadInvoiceProof } from '../../parts/files/download-proof.tsx'
import { Seal } from '../../parts/text/seal.tsx'
import { useDownload } from '../../parts/files/use-download.ts'
import { joined } from '../../parts/text/joined.tsx'
import { headersOf, useCurrentPortal, usePortalReply } from '../current-portal.ts'
import { useEvidenceWords } from '../../words/portal-evidence/index.ts'
import { InvoiceError } from './invoice-error.tsx'

type Evidence = Reply<typeof getPortalInvoiceEvidence>['evidence']

interface InvoiceEvidenceProps {
  readonly invoice: { readonly id: string; readonly invoiceNumber: string }
}

/** The evidence of each line of an invoice, as far as it left the agency. */
const InvoiceEvidence = ({ invoice: { id, invoiceNumber } }: InvoiceEvidenceProps) => {
  const words = useEvidenceWords()
  const { evidence, sha256 } = usePortalReply(getPortalInvoiceEvidence, { params: { id } })
  const headers = headersOf(getPortalInvoiceEvidencePdf, useCurrentPortal().workspaceId)
  const name = `${invoiceNumber} evidence.pdf`
  const pdf = useDownload(getPortalInvoiceEvidencePdf, { name, type: 'application/pdf', headers })
  return (
    <div className="invoice-evidence">
      <p className="soft">{words.text}</p>
      <ol className="panel rows">
        {evidence.lines.map((line) => (
          <EvidenceLine key={line.position} line={line} decisions={evidence.decisions} />
        ))}
      </ol>
      <div className="line wrap">
        <Seal sha256={sha256} />
        <span className="quiet">{words.hash}</span>
      </div>
      <div className="line wrap">
        <Button icon={Download} isPending={pdf.isPending} onClick={() => pdf.mutate({ params: { id } })}>
          {words.download}
        </Button>
        <DownloadInvoiceProof invoice={{ id, invoiceNumber }} headers={headers} />
        <InvoiceError error={pdf.error} />
      </div>
    </div>
  )
}

interface EvidenceLineProps {
  readonly line: Evidence['lines'][number]
  readonly decisions: Evidence['decisions']
}

/** As many digits name a commit on the page; its title has all. */
const commitDigits = 10

const EvidenceLine = ({ line: { description, origin, isCorrection }, decisions }: EvidenceLineProps) => {
  const words = useEvidenceWords()
  const { invoiceDay } = useFormat()
  const decision = decisions.find(({ approvalId }) => approvalId === origin.approvalId)
  return (
    <li className="evidence-line">
      <b dir="auto">{description}</b>
      <span>{joined(words.origins[origin.kind], isCorrection && words.correction, !origin.found && words.gone)}</span>
      {decision ? (
        <span dir="auto">
          {[
            words.approved(decision.reviewerName ?? words.somebody, invoiceDay(decision.decidedAt, 'long')),
            decision.signed && words.signed,
            words.revision(decision.revision),
            decision.withheld && words.withheld[decision.withheld],
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      ) : null}
      {origin.revisionHash === null ? null : <Seal sha256={origin.revisionHash} />}
      {origin.commits.length === 0 ? null : (
        <span className="quiet">
          {words.commits}{' '}
          {origin.commits.map((commit) => (
            <code key={commit} title={commit}>
              {`${commit.slice(0, commitDigits)} `}
            </code>
          ))}
        </span>
      )}
    </li>
  )
}

export default InvoiceEvidence
