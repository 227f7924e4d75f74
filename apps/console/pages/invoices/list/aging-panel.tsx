import { TextLink } from '../../../parts/text/text-link.tsx'
import { ageNames } from '../../../../../domains/billing/invoices/rules.ts'
import { useFormat } from '../../../format.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { paths } from '../../../paths.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { useMoneyWords } from '../../../words/money/index.ts'
import { useSums } from '../../../parts/invoice-sheet/invoice-state.ts'
import type { OutstandingAmounts } from '../outstanding.ts'

const currenciesShown = 2

interface AgesPanelProps {
  readonly owed: readonly OutstandingAmounts[]
  readonly isRead: boolean
  readonly error: unknown
}

/** Amounts owed, by how long they are overdue; a bar for each currency, since they are never added. */
export const AgesPanel = ({ owed, isRead, error }: AgesPanelProps) => {
  const words = useInvoiceWords()
  const { byClient, codes } = useMoneyWords()
  const written = useSums()
  const { money } = useFormat()
  return (
    <section className="panel pad money-ages">
      <div className="money-ages-head">
        <h2 className="over">{words.byAge}</h2>
        <b>{written(owed)}</b>
      </div>
      <Refusal error={error} codes={codes} />
      {isRead && owed.length === 0 ? <p className="soft">{words.nothingOpen}</p> : null}
      {owed.slice(0, currenciesShown).map((amounts) => (
        <div key={amounts.currency} className="money-age">
          <div className="money-bar" aria-hidden="true">
            {ageNames
              // If credit notes exceed the debt, there is nothing to draw.
              .filter((age) => amounts.byAge[age] > 0n)
              .map((age) => (
                <i key={age} className={`is-${age}`} style={{ flex: Number(amounts.byAge[age]) }} />
              ))}
          </div>
          <dl>
            {ageNames.map((age) => (
              <div key={age} className={amounts.byAge[age] === 0n ? 'none' : undefined}>
                <dt>
                  <i className={`age-mark is-${age}`} aria-hidden="true" />
                  {words.ages[age]}
                </dt>
                <dd>{money(amounts, amounts.byAge[age])}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
      <TextLink to={paths.aging}>{byClient}</TextLink>
    </section>
  )
}
