import { ageNames, owedByAge, type Age } from '../../../../domains/billing/invoices/rules/age.ts'
import { useNow } from '../../clock.ts'
import { useFormat } from '../../format.ts'
import { useInvoiceWords } from '../../words/use-invoice-words.ts'
import { sumsOf, useSums, type InvoiceHeader } from './invoice-state.ts'

const currenciesShown = 2

/** What is owed, by how long it is overdue; a bar for each currency, since they are never added. */
export const AgesPanel = ({ invoices }: { readonly invoices: readonly InvoiceHeader[] }) => {
  const words = useInvoiceWords()
  const written = useSums()
  const byCurrency = [...Map.groupBy(invoices, ({ currency }) => currency).values()]
    .toSorted((one, other) => other.length - one.length)
    .slice(0, currenciesShown)
  return (
    <section className="panel pad money-ages">
      <div className="money-ages-head">
        <h2 className="over">{words.byAge}</h2>
        <b>{written(sumsOf(invoices, ({ totalMinor }) => totalMinor))}</b>
      </div>
      {invoices.length === 0 ? <p className="soft">{words.nothingOpen}</p> : null}
      {byCurrency.map((of) => (
        <Ages key={of[0]!.currency} invoices={of} />
      ))}
    </section>
  )
}

const Ages = ({ invoices }: { readonly invoices: readonly InvoiceHeader[] }) => {
  const words = useInvoiceWords()
  const { money } = useFormat()
  const owed = owedByAge(invoices, useNow())
  const share = (age: Age) => Number(owed[age])
  return (
    <div className="money-age">
      <div className="money-bar" aria-hidden="true">
        {ageNames
          .filter((age) => share(age) > 0)
          .map((age) => (
            <i key={age} className={`is-${age}`} style={{ flex: share(age) }} />
          ))}
      </div>
      <dl>
        {ageNames.map((age) => (
          <div key={age} className={owed[age] === 0n ? 'is-none' : undefined}>
            <dt>
              <i className={`is-${age}`} aria-hidden="true" />
              {words.ages[age]}
            </dt>
            <dd>{money(invoices[0]!, owed[age])}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
