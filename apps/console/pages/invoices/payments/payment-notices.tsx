import { TextLink } from '../../../parts/text/text-link.tsx'
import { currencies, decimalsOf } from '../../../../../domains/billing/billables/rules/currencies.ts'
import { listPaymentNotices } from '../../../../../domains/billing/payments/contract.ts'
import { providerDecimals } from '../../../../../domains/billing/payments/rules.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { usePages } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { Age } from '../../../parts/text/age.tsx'
import { FailureNote } from '../../../parts/failure/failure-note.tsx'
import { ShowMore } from '../../../parts/list/show-more.tsx'
import { Section } from '../../../parts/section.tsx'
import { Segments, useChoice } from '../../../parts/forms/segments.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { paths } from '../../../paths.ts'
import { useMoneyWords } from '../../../words/money/index.ts'

type Notice = Reply<typeof listPaymentNotices>[number]

export const everyNotice = { query: { limit: 100 } }
const outcomes = ['all', 'mismatched', 'settled', 'repeated'] as const

/** Payments that the provider reported, newest first: the effect of each, and why some had none. */
export const Notices = () => {
  const { payments: words } = useMoneyWords()
  const outcome = useChoice('payments', outcomes)
  const asked = outcome === 'all' ? everyNotice : { query: { ...everyNotice.query, outcome } }
  const { rows, ...rest } = usePages(listPaymentNotices, asked)
  if (rows.length === 0 && outcome === 'all') return null
  return (
    <Section title={words.notices} text={words.noticesText}>
      <div className="money-filters">
        <Segments label={words.filter} param="payments" names={words.outcomes} chosen={outcome} />
      </div>
      {rows.length === 0 ? (
        <p className="panel pad quiet">{words.noNotices}</p>
      ) : (
        <ul className="panel rows">
          {rows.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
      <ShowMore onMore={rest.more} rest={rest} />
    </Section>
  )
}

const shown = {
  settled: { glyph: 'good', tone: 'good' },
  repeated: { glyph: 'queued', tone: 'plain' },
  mismatched: { glyph: 'bad', tone: 'bad' },
} as const

const NoticeRow = ({ notice }: { readonly notice: Notice }) => {
  const { payments: words } = useMoneyWords()
  const amount = useAmount()
  const { invoiceId, paymentReference, outcome, reason, provider, createdAt } = notice
  return (
    <li className={reason === null ? 'rows-cheap' : 'rows-cheap payment-wrong'}>
      <div className="row">
        <State {...shown[outcome]}>{words.outcomes[outcome]}</State>
        <span className="grow cut mono" title={`${words.reference}: ${paymentReference}`}>
          {words.names[provider]} {paymentReference}
        </span>
        {invoiceId === null ? (
          <span className="m">{words.noInvoice}</span>
        ) : (
          <TextLink to={paths.invoice(invoiceId)}>{words.invoice}</TextLink>
        )}
        <b className="num">{amount(notice)}</b>
        <Age at={createdAt} className="m num age" />
      </div>
      {reason === null ? null : (
        <div className="pad">
          <FailureNote message={`${words.reasons[reason]} ${words.todo}`} />
        </div>
      )}
    </li>
  )
}

/** A payment of a currency that no invoice has is written as the provider counts it. */
const useAmount = () => {
  const { money, number } = useFormat()
  return ({ provider, currency, providerAmount }: Notice) => {
    if (!currencies.some((one) => one === currency)) return `${number(providerAmount)} ${currency}`
    const currencyDecimals = providerDecimals(provider, currency, decimalsOf(currency))
    return money({ currency, currencyDecimals }, providerAmount)
  }
}
