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
import { WideTable } from '../../../parts/wide-table.tsx'
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
      <WideTable label={words.title} className="lead-table">
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
            <th scope="col">
              <span className="sr">{words.columns.actions}</span>
            </th>
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
        <Facts evidence={evidence} />
      </th>
      <LeadCell name={words.columns.company} value={factOf(lead, 'company')} />
      <LeadCell name={words.columns.country} value={factOf(lead, 'country')} />
      <LeadCell name={words.columns.state} value={optedOutAt === null ? words.statuses[status] : words.optedOut} />
      <LeadCell name={words.columns.contacted} value={contactedAt === null ? undefined : day(contactedAt)} />
      <LeadCell name={words.columns.source} value={first && words.source(first.row, first.provider, day(first.at))} />
      <td>
        <div className="lead-acts">
          <LeadRights leadId={lead.id} name={name} />
        </div>
      </td>
    </tr>
  )
}

interface LeadCellProps {
  /** The name of the column: a phone shows it beside the value. */
  readonly name: string
  /** Undefined if it is not known: a phone leaves it out. */
  readonly value: string | undefined
}

const LeadCell = ({ name, value }: LeadCellProps) => (
  <td dir="auto" data-name={name} className={value === undefined ? 'hide-s' : undefined}>
    {value ?? '–'}
  </td>
)

const Facts = ({ evidence }: Pick<Lead, 'evidence'>) => {
  const words = useGrowthLeadWords()
  const { day } = useFormat()
  if (evidence.length === 0) return null
  return (
    <details>
      <summary>{words.known(evidence.length)}</summary>
      <dl>
        {evidence.map(({ field, value, row, provider, at }) => (
          <div key={field}>
            <dt>{words.fields[field]}</dt>
            <dd dir="auto">
              {value} <span className="quiet">{words.source(row, provider, day(at))}</span>
            </dd>
          </div>
        ))}
      </dl>
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
