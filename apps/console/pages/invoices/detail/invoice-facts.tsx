import Lock from 'lucide-react/icons/lock'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { Fact } from '../../../parts/text/fact.tsx'
import { getBillingIdentity } from '../../../../../domains/billing/billables/contract.ts'
import { getClientInvoice, listClientInvoices } from '../../../../../domains/billing/invoices/contract.ts'
import { reconciles } from '../../../../../domains/billing/invoices/rules/issue.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { useNow } from '../../../clock.ts'
import { useFormat } from '../../../format.ts'
import { Fold } from '../../../parts/fold.tsx'
import { Glyph } from '../../../parts/text/glyph.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { useMedia } from '../../../parts/use-media.ts'
import { paths } from '../../../paths.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { daysOfTerms } from '../days-of-terms.ts'
import type { Invoice, InvoiceHeader } from '../../../parts/invoice-sheet/invoice-state.ts'
import { joined } from '../../../parts/text/joined.tsx'
import { getClientInvoiceEvidence } from '../../../../../domains/billing/evidence/contract.ts'
import { getCycleUsage } from '../../../../../domains/delivery/budgets/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { Seal } from '../../../parts/text/seal.tsx'
import { useLateRows } from '../../../api/use-pages.ts'

interface Check {
  readonly isMet: boolean
  /** A fault, which stops it; any other check only wants a look. */
  readonly isFault?: boolean
  readonly text: string
  /** The name of the link to the details that mend it. */
  readonly mends?: string
  readonly others?: readonly string[]
}

/** The checks before a draft is issued, each as it is now; on a phone they fold to their number if all are met. */
export const IssueChecklist = ({ invoice }: { readonly invoice: Invoice }) => {
  const words = useInvoiceWords().page
  const checks = useChecks(invoice)
  const isPhone = useMedia('(max-width: 640px)')
  const list = (
    <ol className="rail">
      {checks.map(({ isMet, isFault = false, text, mends, others }) => (
        <li key={text}>
          <Glyph name={isMet ? 'good' : isFault ? 'bad' : 'wait'} />
          <div>
            {text} {isMet || mends === undefined ? null : <TextLink to={paths.billingIdentity}>{mends}</TextLink>}
            {others ? (
              <details>
                <summary>{words.otherProfiles}</summary>
                <ul>
                  {others.map((other) => (
                    <li key={other}>{other}</li>
                  ))}
                </ul>
              </details>
            ) : null}
          </div>
        </li>
      ))}
    </ol>
  )
  return (
    <section>
      {isPhone && checks.every(({ isMet }) => isMet) ? (
        <Fold
          title={
            <State glyph="good" tone="good">
              {words.allMet(checks.length)}
            </State>
          }
        >
          {list}
        </Fold>
      ) : (
        <>
          <h2>{words.before}</h2>
          {list}
        </>
      )}
      <p className="note">
        <Lock className="i" aria-hidden="true" />
        <span>{words.issueText}</span>
      </p>
    </section>
  )
}

const useChecks = (invoice: Invoice): readonly Check[] => {
  const words = useInvoiceWords().page
  const now = useNow()
  const identity = useLateReply(getBillingIdentity).data
  const hasSeller =
    Boolean(invoice.sellerLegalName ?? identity?.legalName) && Boolean(invoice.sellerAddress ?? identity?.address)
  const agrees = reconciles(invoice, invoice.lines)
  const isAhead = Date.parse(invoice.dueAt) > now
  const daysOff = daysOffTerms(invoice, now)
  const { buyerBillingEmail: email } = invoice
  return [
    { isMet: agrees, isFault: true, text: agrees ? words.agree : words.disagree },
    { isMet: isAhead, text: isAhead ? words.dueAhead : words.duePast },
    ...(daysOff ? [{ isMet: false, text: words.otherThanTerms(daysOff.named, daysOff.left) }] : []),
    { isMet: hasSeller, text: hasSeller ? words.seller : words.noSellerYet, mends: words.addSeller },
    { isMet: email !== null, text: email === null ? words.noMail : words.mail(email) },
    ...useElectronicCheck(invoice),
  ]
}

const dayMs = 86_400_000

/** The days that the printed terms name, beside the days left, if they differ by more than the day of issue. */
const daysOffTerms = ({ paymentTerms, dueAt }: Invoice, now: number) => {
  const named = daysOfTerms(paymentTerms ?? '')
  const left = Math.floor((Date.parse(dueAt) - now) / dayMs)
  return named === undefined || Math.abs(named - left) <= 1 ? undefined : { named, left }
}

/** The obstacles to the profile of the client, and to the others. */
const useElectronicCheck = ({ electronicProfiles }: Invoice): readonly Check[] => {
  const { page: words, identity } = useInvoiceWords()
  const checks = electronicProfiles.map(({ profile, isChosen, which }) => {
    const fields = which.map((field) => fieldName(words.fieldNames, field)).join(', ')
    const name = identity.profiles[profile]
    const isMet = which.length === 0
    return { isChosen, isMet, text: isMet ? words.electronic(name) : words.electronicLacks(name, fields) }
  })
  const others = checks.filter(({ isChosen }) => !isChosen).map(({ text }) => text)
  return checks
    .filter(({ isChosen }) => isChosen)
    .map(({ isMet, text }) => ({ isMet, text, mends: words.completeDetails, others }))
}

export const fieldName = (names: Readonly<Record<string, string>>, field: string) => names[field] ?? field

/** When it was issued, paid or voided. */
export const InvoiceHistory = ({ invoice }: { readonly invoice: Invoice }) => {
  const words = useInvoiceWords().page
  const { invoiceDay, money } = useFormat()
  const { status, issuedAt, paidAt, dueCents, creditCents, usableCreditCents, payments } = invoice
  const { voidedAt, paymentReference, replacesInvoiceId } = invoice
  const dayOf = (at: string | null) => at && invoiceDay(at, 'short', invoice.timeZone)
  // The day and the reference name a single payment.
  const several = payments.length > 1 || status !== 'paid' ? payments : []
  const facts = [
    [words.issuedAt, dayOf(issuedAt)],
    [words.paidAt, dayOf(paidAt)],
    [words.reference_, several.length > 0 ? null : paymentReference],
    ...several.map(
      (one) =>
        [
          words.paymentKinds[one.kind],
          joined(money(invoice, one.amountCents), dayOf(one.paidAt), one.paymentReference),
          one.id,
        ] as const,
    ),
    [words.due, dueCents === 0 || payments.length === 0 ? null : money(invoice, dueCents)],
    [words.paymentKinds.credit, usableCreditCents === 0 ? null : money(invoice, usableCreditCents)],
    [words.credit, creditCents === 0 ? null : money(invoice, creditCents)],
    [words.voidedAt, dayOf(voidedAt)],
  ] as const
  return (
    <section>
      <h2>{words.facts}</h2>
      <dl className="kv">
        {facts.map(([name, told, key = name]) => (
          <Fact key={key} name={name}>
            {told}
          </Fact>
        ))}
        {invoice.status === 'void' ? <ReplacedBy invoice={invoice} /> : null}
        <Fact name={words.replaces}>{replacesInvoiceId && <Replaced id={replacesInvoiceId} />}</Fact>
      </dl>
    </section>
  )
}

/** The number of a replaced invoice, as a link. */
export const Replaced = ({ id }: { readonly id: string }) => {
  const words = useInvoiceWords().page
  const { data } = useLateReply(getClientInvoice, { params: { id } })
  return <TextLink to={paths.invoice(id)}>{data?.invoiceNumber ?? words.anEarlierOne}</TextLink>
}

/** Leads from a void invoice to the replacing invoice. */
const ReplacedBy = ({ invoice }: { readonly invoice: Invoice }) => {
  const { page: words, states } = useInvoiceWords()
  const { money } = useFormat()
  const next = useReplacement(invoice)
  return next ? (
    <Fact name={words.replacedBy}>
      <TextLink to={paths.invoice(next.id)}>
        {next.invoiceNumber ?? states.draft}, {money(next, next.totalMinor)}
      </TextLink>
    </Fact>
  ) : null
}

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
        {note.title === null ? null : <WorkFacts note={note} title={note.title} />}
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
const WorkFacts = ({ note, title }: { readonly note: InvoiceEvidence['notes'][number]; readonly title: string }) => {
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

/** The invoice that replaces this invoice, or null; undefined until the invoices of the client are read. */
export const useReplacement = ({ id, clientAccountId }: Pick<Invoice, 'id' | 'clientAccountId'>) => {
  const { data } = useLateRows(listClientInvoices, 5_000, { query: { clientAccountId } })
  const isNext = ({ replacesInvoiceId, status }: InvoiceHeader) => replacesInvoiceId === id && status !== 'void'
  return data === undefined ? undefined : (data.find(isNext) ?? null)
}
