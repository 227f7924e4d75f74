import { getWorkspaceBrandKit } from '../../../../../domains/accounts/brand/contract.ts'
import type { getBillingIdentity, getClientBillingIdentity } from '../../../../../domains/billing/billables/contract.ts'
import type { AssembledDraft } from '../../../../../domains/billing/invoices/rules/draft.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useReply } from '../../../api/use-operation.ts'
import type { Billable } from '../../../parts/invoice-sheet/invoice-state.ts'
import { Letterhead } from '../../../parts/invoice-sheet/letterhead.tsx'
import { Sheet } from '../../../parts/invoice-sheet/invoice-sheet.tsx'
import { useRegion } from '../../../preferences.ts'
import { sellerOf } from '../seller-of.ts'
import { shownTotals, type DraftRefused } from './draft-totals.ts'
import { explainCode } from '../../../errors.ts'
import { useFormat } from '../../../format.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { useWords } from '../../../words/shell/index.ts'

interface DraftPreviewProps {
  readonly identity: Reply<typeof getBillingIdentity>
  readonly name: string
  readonly buyer: Reply<typeof getClientBillingIdentity>
  readonly draft: Readonly<Record<'address' | 'due' | 'terms' | 'serviceFrom' | 'serviceTo', string>> & {
    readonly result: AssembledDraft | DraftRefused | undefined
    readonly ticked: readonly Billable[]
  }
}

/** The paper that the chosen lines and the fields make, while they are typed. */
export const DraftPreview = ({ draft, identity, name, buyer }: DraftPreviewProps) => {
  const brand = useReply(getWorkspaceBrandKit).published
  const timeZone = useRegion()?.timeZone ?? 'UTC'
  const { result, ticked, address, due, terms, serviceFrom, serviceTo } = draft
  if (!result || 'code' in result || due === '') return null
  const { currency, currencyDecimals } = ticked[0]!
  return (
    <div className="draft-preview">
      <Sheet
        mark={<Letterhead name={brand?.name ?? identity.legalName ?? ''} logo={null} color={brand?.colors.primary} />}
        invoice={{
          ...shownTotals(result),
          ...sellerOf(identity),
          status: 'draft',
          dueCents: 0,
          type: result.type,
          invoiceNumber: null,
          issuedAt: null,
          dueAt: `${due}T23:59:59.999Z`,
          timeZone,
          currency,
          currencyDecimals,
          paymentTerms: terms.trim() || identity.paymentTerms,
          buyerLegalName: buyer.legalName ?? name,
          buyerAddress: address,
          buyerVatId: buyer.vatId,
          buyerReference: buyer.buyerReference,
          serviceFrom: serviceFrom || null,
          serviceTo: serviceTo || serviceFrom || null,
          lines: ticked.map((one, at) => ({
            ...one,
            ...result.lines[at]!,
            position: at + 1,
            amountMinor: one.amountMinor,
          })),
        }}
      />
    </div>
  )
}

interface DraftSumsProps {
  readonly result: AssembledDraft | DraftRefused | undefined
  readonly of: Billable
}

/** The totals of the ticked draft; or the obstacle to one. */
export const DraftSums = ({ result, of }: DraftSumsProps) => {
  const words = useInvoiceWords().draft
  const { errors } = useWords()
  const { money, percent } = useFormat()
  if (!result) return <p className="note">{words.nothing}</p>
  if ('code' in result) {
    const { title, text } = explainCode(result.code, result.message, errors)
    return (
      <p className="note wait" role="status">
        <span>
          <b>{title}.</b> {text}
        </span>
      </p>
    )
  }
  const { netMinor, taxTotals, totalMinor } = result
  return (
    <dl className="sums panel pad" aria-live="polite">
      <div>
        <dt>{words.net}</dt>
        <dd>{money(of, netMinor)}</dd>
      </div>
      {taxTotals.map(({ category, rateBps, taxMinor }) => (
        <div key={`${category} ${rateBps}`}>
          <dt>{words.tax(category, percent(rateBps))}</dt>
          <dd>{money(of, taxMinor)}</dd>
        </div>
      ))}
      <div className="all">
        <dt>{totalMinor < 0n ? words.back : words.total}</dt>
        <dd>{money(of, totalMinor)}</dd>
      </div>
    </dl>
  )
}
