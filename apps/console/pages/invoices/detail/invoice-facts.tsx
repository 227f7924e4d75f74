import Lock from 'lucide-react/icons/lock'
import { Link } from 'react-router'
import { getBillingIdentity } from '../../../../../domains/billing/billables/contract.ts'
import { reconciles } from '../../../../../domains/billing/invoices/rules/issue.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { useNow } from '../../../clock.ts'
import { useFormat } from '../../../format.ts'
import { Glyph } from '../../../parts/glyph.tsx'
import { paths } from '../../../paths.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { daysOfTerms } from '../days-of-terms.ts'
import type { Invoice } from '../../../parts/invoice-sheet/invoice-state.ts'
import { useReplacement } from './use-replacement.ts'

/** The checks before a draft is issued, each as it is now. */
export const IssueChecklist = ({ invoice }: { readonly invoice: Invoice }) => {
  const words = useInvoiceWords().page
  const now = useNow()
  const identity = useLateReply(getBillingIdentity).data
  const name = invoice.sellerLegalName ?? identity?.legalName
  const address = invoice.sellerAddress ?? identity?.address
  const hasSeller = Boolean(name) && Boolean(address)
  const agrees = reconciles(invoice, invoice.lines)
  const isAhead = Date.parse(invoice.dueAt) > now
  const daysOff = daysOffTerms(invoice, now)
  return (
    <section>
      <h2>{words.before}</h2>
      <ol className="rail">
        <li>
          <Glyph name={agrees ? 'good' : 'bad'} />
          <div>{agrees ? words.agree : words.disagree}</div>
        </li>
        <li>
          <Glyph name={isAhead ? 'good' : 'wait'} />
          <div>{isAhead ? words.dueAhead : words.duePast}</div>
        </li>
        {daysOff === undefined ? null : (
          <li>
            <Glyph name="wait" />
            <div>{words.otherThanTerms(daysOff.named, daysOff.left)}</div>
          </li>
        )}
        <li>
          <Glyph name={hasSeller ? 'good' : 'wait'} />
          <div>
            {hasSeller ? words.seller : words.noSellerYet}{' '}
            {hasSeller ? null : (
              <Link className="link" to={paths.billingIdentity}>
                {words.addSeller}
              </Link>
            )}
          </div>
        </li>
        <li>
          <Glyph name={invoice.buyerBillingEmail === null ? 'wait' : 'good'} />
          <div>{invoice.buyerBillingEmail === null ? words.noMail : words.mail(invoice.buyerBillingEmail)}</div>
        </li>
        <ElectronicCheck invoice={invoice} />
      </ol>
      <p className="note">
        <Lock className="i" aria-hidden="true" />
        <span>{words.issueText}</span>
      </p>
    </section>
  )
}

const dayMs = 86_400_000

/** The days that the printed terms name, beside those that are left, where they differ by more than the day of issue. */
const daysOffTerms = ({ paymentTerms, dueAt }: Invoice, now: number) => {
  const named = daysOfTerms(paymentTerms ?? '')
  const left = Math.floor((Date.parse(dueAt) - now) / dayMs)
  return named === undefined || Math.abs(named - left) <= 1 ? undefined : { named, left }
}

/** The obstacles to the profile of the client, and to the others. */
const ElectronicCheck = ({ invoice }: { readonly invoice: Invoice }) => {
  const { page: words, identity } = useInvoiceWords()
  const told = invoice.electronicProfiles.map(({ profile, isChosen, which }) => {
    const fields = which.map((field) => fieldName(words.fieldNames, field)).join(', ')
    const name = identity.profiles[profile]
    const isMet = which.length === 0
    return { profile, isChosen, isMet, text: isMet ? words.electronic(name) : words.electronicLacks(name, fields) }
  })
  const chosen = told.find(({ isChosen }) => isChosen)
  return chosen ? (
    <li>
      <Glyph name={chosen.isMet ? 'good' : 'wait'} />
      <div>
        {chosen.text}{' '}
        {chosen.isMet ? null : (
          <Link className="link" to={paths.billingIdentity}>
            {words.completeDetails}
          </Link>
        )}
        <details>
          <summary>{words.otherProfiles}</summary>
          <ul>{told.map(({ profile, isChosen, text }) => (isChosen ? null : <li key={profile}>{text}</li>))}</ul>
        </details>
      </div>
    </li>
  ) : null
}

export const fieldName = (names: Readonly<Record<string, string>>, field: string) => names[field] ?? field

/** When it was issued, paid or voided. */
export const InvoiceHistory = ({ invoice }: { readonly invoice: Invoice }) => {
  const words = useInvoiceWords().page
  const { invoiceDay } = useFormat()
  const { issuedAt, paidAt, voidedAt, paymentReference, replacesInvoiceId } = invoice
  const dayOf = (at: string | null) => at && invoiceDay(at, 'short', invoice.timeZone)
  const facts = [
    [words.issuedAt, dayOf(issuedAt)],
    [words.paidAt, dayOf(paidAt)],
    [words.reference_, paymentReference],
    [words.voidedAt, dayOf(voidedAt)],
  ] as const
  return (
    <section>
      <h2>{words.facts}</h2>
      <dl className="kv">
        {facts.flatMap(([name, told]) =>
          told === null
            ? []
            : [
                <dt key={name}>{name}</dt>,
                <dd key={`${name} told`} dir="auto">
                  {told}
                </dd>,
              ],
        )}
        {invoice.status === 'void' ? <ReplacedBy invoice={invoice} /> : null}
        {replacesInvoiceId === null ? null : (
          <>
            <dt>{words.replaces}</dt>
            <dd>
              <Link className="link" to={paths.invoice(replacesInvoiceId)}>
                {words.anEarlierOne}
              </Link>
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}

/** Leads from a void invoice to the one in its place. */
const ReplacedBy = ({ invoice }: { readonly invoice: Invoice }) => {
  const { page: words, states } = useInvoiceWords()
  const { money } = useFormat()
  const next = useReplacement(invoice)
  return next ? (
    <>
      <dt>{words.replacedBy}</dt>
      <dd>
        <Link className="link" to={paths.invoice(next.id)}>
          {next.invoiceNumber ?? states.draft}, {money(next, next.totalMinor)}
        </Link>
      </dd>
    </>
  ) : null
}
