import { TextLink } from '../../../parts/text/text-link.tsx'
import { Fact } from '../../../parts/text/fact.tsx'
import { getClientInvoiceEvidence } from '../../../../../domains/billing/evidence/contract.ts'
import { getCycleUsage } from '../../../../../domains/delivery/budgets/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { Seal } from '../../../parts/text/seal.tsx'
import { paths } from '../../../paths.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import type { Invoice } from '../../../parts/invoice-sheet/invoice-state.ts'

interface LineFactsProps {
  readonly invoice: Invoice
  readonly line: Invoice['lines'][number] | undefined
}
type InvoiceEvidence = Reply<typeof getClientInvoiceEvidence>

/** The evidence of the chosen line, read when it is opened. */
export const LineFacts = ({ invoice: { id }, line }: LineFactsProps) => {
  const { page: words } = useInvoiceWords()
  const reply = useLateReply(getClientInvoiceEvidence, { params: { id } }, { enabled: line !== undefined }).data
  if (!line) return null
  return (
    <section aria-live="polite">
      <h2>{words.line(line.position)}</h2>
      {reply ? <Evidence reply={reply} line={line} /> : null}
    </section>
  )
}

interface EvidenceProps {
  readonly reply: InvoiceEvidence
  readonly line: Invoice['lines'][number]
}

const Evidence = ({ reply: { evidence, notes }, line: { position, taxClass } }: EvidenceProps) => {
  const words = useInvoiceWords().page
  const { whole } = useFormat()
  const line = evidence.lines.find((one) => one.position === position)
  const note = notes.find((one) => one.position === position)
  if (!line || !note) return null
  const { origin, recordedAt, isCorrection } = line
  const decision = evidence.decisions.find(({ approvalId }) => approvalId === origin.approvalId)
  return (
    <div className="panel pad">
      {origin.revisionHash === null ? null : (
        <div className="line wrap">
          <Seal sha256={origin.revisionHash} />
          <span className="quiet">{words.approvedHash}</span>
        </div>
      )}
      <dl className="kv">
        <Fact name={words.source}>{origin.found ? words.sources[origin.kind] : words.gone[origin.kind]}</Fact>
        {decision ? (
          <>
            <Fact name={words.approvedBy}>{decision.reviewerName ?? words.nobodyThere}</Fact>
            <Fact name={words.approvedAt}>{whole(decision.decidedAt)}</Fact>
            <Fact name={words.revision}>
              {decision.signed ? words.signedRevision(decision.revision) : decision.revision}
            </Fact>
            <Fact name={words.snapshot}>{decision.withheld && words.withheld[decision.withheld]}</Fact>
          </>
        ) : null}
        {note.title === null ? null : <Work note={note} title={note.title} />}
        {origin.commits.map((commit) => (
          <Fact key={commit} name={words.commit} title={commit}>
            <code>{commit.slice(0, commitDigits)}</code>
          </Fact>
        ))}
        <Fact name={words.corrects}>{isCorrection ? words.aCharge : null}</Fact>
        <Fact name={words.taxClass}>{taxClass}</Fact>
        <Fact name={words.recorded}>
          {note.recordedBy === null ? whole(recordedAt) : words.recordedBy(whole(recordedAt), note.recordedBy)}
        </Fact>
      </dl>
    </div>
  )
}

const commitDigits = 10

/** The cycle or the task behind a line, and what its cycle used of models, which no client reads. */
const Work = ({ note, title }: { readonly note: InvoiceEvidence['notes'][number]; readonly title: string }) => {
  const words = useInvoiceWords().page
  const { dollars } = useFormat()
  const { projectId, cycleId } = note
  const usage = useLateReply(getCycleUsage, { params: { id: cycleId ?? '' } }, { enabled: cycleId !== null }).data
  return (
    <>
      <Fact name={words.work}>
        {projectId === null || cycleId === null ? (
          title
        ) : (
          <TextLink to={paths.cycle(projectId, cycleId)}>{title}</TextLink>
        )}
      </Fact>
      {usage ? <Fact name={words.used}>{words.usage(usage.calls, dollars(usage.costUsd))}</Fact> : null}
    </>
  )
}
