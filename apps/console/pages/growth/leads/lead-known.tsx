import { Fragment } from 'react'
import { useFormat } from '../../../format.ts'
import { useGrowthLeadWords } from '../../../words/growth-leads/index.ts'
import type { Lead } from './lead-facts.ts'
import { LeadRights } from './lead-rights.tsx'

/** Where a fact is from: a row of a list, or the provider that was asked. */
export const useSourceOf = () => {
  const words = useGrowthLeadWords()
  const { day } = useFormat()
  return ({ row, provider, at }: Lead['evidence'][number]) =>
    row === null ? words.lookedUp(provider ?? '', day(at)) : words.listRow(row, day(at))
}

interface LeadKnownProps {
  readonly lead: Lead
  readonly name: string
}

/** All facts about a lead with their sources, and its rights. */
export const LeadKnown = ({ lead: { id, evidence }, name }: LeadKnownProps) => {
  const words = useGrowthLeadWords()
  const sourceOf = useSourceOf()
  return (
    <>
      <dl className="kv">
        {evidence.map((fact) => (
          <Fragment key={fact.field}>
            <dt>{words.fields[fact.field]}</dt>
            <dd dir="auto">
              {fact.value} <span className="quiet">{sourceOf(fact)}</span>
            </dd>
          </Fragment>
        ))}
      </dl>
      <div className="lead-acts">
        <LeadRights leadId={id} name={name} />
      </div>
    </>
  )
}
