import { Fragment } from 'react'
import { Link } from 'react-router'
import type { getGrowthThread } from '../../../../../domains/growth/inbox/contract.ts'
import type { getGrowthProject } from '../../../../../domains/growth/plays/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { Section } from '../../../parts/section.tsx'
import { useCountryName } from '../../../parts/use-country-name.ts'
import { paths } from '../../../paths.ts'
import { useGrowthInboxWords } from '../../../words/growth-inbox/index.ts'
import { useGrowthLeadWords } from '../../../words/growth-leads/index.ts'
import { useSourceOf } from '../leads/lead-known.tsx'

type Lead = Reply<typeof getGrowthThread>['lead']

interface LeadAsideProps {
  readonly lead: Lead
  /** Undefined for a lead that is in no play. */
  readonly play: Reply<typeof getGrowthProject>['plays'][number] | undefined
}

/** The play of a lead and its facts, beside its mails. */
export const LeadAside = ({ lead: { address, domain, evidence }, play }: LeadAsideProps) => {
  const words = useGrowthInboxWords()
  const { fields } = useGrowthLeadWords()
  const nameOfCountry = useCountryName()
  const sourceOf = useSourceOf()
  const known = evidence.filter(({ field }) => field !== 'email' && field !== 'domain')
  const sources = [...new Set(known.map(sourceOf))]
  return (
    <Section title={words.about}>
      <dl className="kv panel pad">
        {play === undefined ? null : (
          <>
            <dt>{words.play}</dt>
            <dd dir="auto">
              <Link className="link" to={paths.growthPlay(play.id)}>
                {play.name}
              </Link>
            </dd>
          </>
        )}
        <dt>{address === null ? fields.domain : fields.email}</dt>
        <dd dir="auto">{address ?? domain}</dd>
        {known.map((fact) => (
          <Fragment key={fact.field}>
            <dt>{fields[fact.field]}</dt>
            <dd dir="auto">
              {fact.field === 'country' ? nameOfCountry(fact.value) : fact.value}
              {sources.length > 1 ? <div className="quiet">{sourceOf(fact)}</div> : null}
            </dd>
          </Fragment>
        ))}
        {sources.length === 1 ? (
          <>
            <dt>{words.source}</dt>
            <dd>{sources[0]}</dd>
          </>
        ) : null}
      </dl>
    </Section>
  )
}
