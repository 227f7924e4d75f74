import { useState } from 'react'
import { updateGrowthLead } from '../../../../../domains/growth/sending/contract.ts'
import type { MorePages } from '../../../api/use-pages.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { More } from '../../../parts/show-more.tsx'
import { useMore } from '../../../parts/use-show-more.ts'
import { SortHead, useSort } from '../../../parts/use-sort.tsx'
import { NamedCell, WideTable } from '../../../parts/wide-table.tsx'
import { useCountryName } from '../../../parts/use-country-name.ts'
import { useGrowthLeadWords } from '../../../words/growth-leads/index.ts'
import { factOf, leadName, type Lead } from './lead-facts.ts'
import { LeadRights } from './lead-rights.tsx'
import './leads.css'

interface LeadTableProps {
  /** The leads that fit the filter. */
  readonly leads: readonly Lead[]
  readonly rest: MorePages
}

/** The leads with what is known of each; several are disqualified or taken back at once. */
export const LeadTable = ({ leads, rest }: LeadTableProps) => {
  const words = useGrowthLeadWords()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { sorted, sortBy } = useSort(
    leads,
    {
      name: leadName,
      company: (lead) => factOf(lead, 'company'),
      country: (lead) => factOf(lead, 'country'),
      state: ({ status }) => words.statuses[status],
      contacted: ({ contactedAt }) => contactedAt,
    },
    rest,
  )
  const { shown, more } = useMore(sorted, 0, rest)
  const choose = (id: string) =>
    setChosen(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]))
  return (
    <>
      <ChosenLeads leads={shown.filter(({ id }) => chosen.has(id))} onDone={() => setChosen(new Set())} />
      <WideTable label={words.title} className="stacked lead-table">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">{words.pick}</span>
            </th>
            <SortHead {...sortBy('name')}>{words.columns.name}</SortHead>
            <SortHead {...sortBy('company')}>{words.columns.company}</SortHead>
            <SortHead {...sortBy('country')}>{words.columns.country}</SortHead>
            <SortHead {...sortBy('state')}>{words.columns.state}</SortHead>
            <SortHead {...sortBy('contacted')}>{words.columns.contacted}</SortHead>
            <th scope="col">{words.columns.source}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((lead) => (
            <LeadLine key={lead.id} lead={lead} isChosen={chosen.has(lead.id)} onChoose={() => choose(lead.id)} />
          ))}
        </tbody>
      </WideTable>
      <More onMore={more} rest={rest} shownCount={shown.length} />
    </>
  )
}

/** Where a fact is from: a row of a list, or the provider that was asked. */
const useSourceOf = () => {
  const words = useGrowthLeadWords()
  const { day } = useFormat()
  return ({ row, provider, at }: Lead['evidence'][number]) =>
    row === null ? words.lookedUp(provider ?? '', day(at)) : words.listRow(row, day(at))
}

interface LeadLineProps {
  readonly lead: Lead
  readonly isChosen: boolean
  readonly onChoose: () => void
}

const LeadLine = ({ lead, isChosen, onChoose }: LeadLineProps) => {
  const words = useGrowthLeadWords()
  const { day } = useFormat()
  const { address, addressVerdict, domain, status, optedOutAt, contactedAt, evidence } = lead
  const name = leadName(lead)
  const country = factOf(lead, 'country')
  const nameOfCountry = useCountryName()
  const sourceOf = useSourceOf()
  const [first] = evidence
  return (
    <tr>
      <td>
        <input type="checkbox" checked={isChosen} aria-label={`${words.pick}: ${name}`} onChange={onChoose} />
      </td>
      <th scope="row" dir="auto" className="lead-name">
        <b>{name}</b>
        <span className="m lead-line">
          {[address ?? domain, ...(addressVerdict === null ? [] : [words.verdicts[addressVerdict]])]
            .filter((part) => part !== name)
            .join(' · ')}
        </span>
        <Facts lead={lead} name={name} />
      </th>
      <NamedCell name={words.columns.company} value={factOf(lead, 'company')} />
      <NamedCell name={words.columns.country} value={country === undefined ? undefined : nameOfCountry(country)} />
      <NamedCell name={words.columns.state} value={optedOutAt === null ? words.statuses[status] : words.optedOut} />
      <NamedCell name={words.columns.contacted} value={contactedAt === null ? undefined : day(contactedAt)} />
      <NamedCell name={words.columns.source} value={first && sourceOf(first)} />
    </tr>
  )
}

interface FactsProps {
  readonly lead: Lead
  readonly name: string
}

/** Everything that is known of a lead, and what it may ask for: folded, for few leads ask. */
const Facts = ({ lead: { id, evidence }, name }: FactsProps) => {
  const words = useGrowthLeadWords()
  const sourceOf = useSourceOf()
  return (
    <details>
      <summary>{words.known(evidence.length)}</summary>
      <dl>
        {evidence.map((fact) => (
          <div key={fact.field}>
            <dt>{words.fields[fact.field]}</dt>
            <dd dir="auto">
              {fact.value} <span className="quiet">{sourceOf(fact)}</span>
            </dd>
          </div>
        ))}
      </dl>
      <div className="lead-acts">
        <LeadRights leadId={id} name={name} />
      </div>
    </details>
  )
}

interface ChosenLeadsProps {
  readonly leads: readonly Lead[]
  readonly onDone: () => void
}

/** The bar for what is done with all chosen leads; each is a change of its own. */
const ChosenLeads = ({ leads, onDone }: ChosenLeadsProps) => {
  const words = useGrowthLeadWords()
  const update = useOperation(updateGrowthLead)
  const [isBusy, setBusy] = useState(false)
  const setAll = async (status: 'new' | 'disqualified') => {
    setBusy(true)
    try {
      for (const { id } of leads.filter((lead) => lead.status !== status))
        await update.mutateAsync({ params: { leadId: id }, body: { status } })
      onDone()
    } catch {
      // The refusal is shown below; what was changed by then stays.
    } finally {
      setBusy(false)
    }
  }
  if (leads.length === 0) return null
  return (
    <div className="panel pad line wrap" role="status">
      <span>{words.chosen(leads.length)}</span>
      <Button size="small" isPending={isBusy} onClick={() => void setAll('disqualified')}>
        {words.disqualify}
      </Button>
      <Button size="small" isPending={isBusy} onClick={() => void setAll('new')}>
        {words.restore}
      </Button>
      <Refusal error={update.error} />
    </div>
  )
}

/** No lead at all, or none that fits. */
export const NoLeads = ({ isFiltered }: { readonly isFiltered: boolean }) => {
  const words = useGrowthLeadWords()
  return (
    <div className="panel">
      {isFiltered ? (
        <Empty title={words.noneFound} text={words.noneFoundText} />
      ) : (
        <Empty title={words.none} text={words.noneText} />
      )}
    </div>
  )
}
