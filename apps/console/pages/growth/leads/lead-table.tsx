import { useState } from 'react'
import { Link } from 'react-router'
import type { MorePages } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/empty.tsx'
import type { GlyphName } from '../../../parts/glyph.tsx'
import { More } from '../../../parts/show-more.tsx'
import { State } from '../../../parts/state.tsx'
import { toggled } from '../../../parts/toggled.ts'
import { useMore } from '../../../parts/use-show-more.ts'
import { SortHead, useSort } from '../../../parts/use-sort.tsx'
import { NamedCell, WideTable } from '../../../parts/wide-table.tsx'
import { useCountryName } from '../../../parts/use-country-name.ts'
import { paths } from '../../../paths.ts'
import { useGrowthLeadWords } from '../../../words/growth-leads/index.ts'
import { ChosenLeads, type LeadAction } from './chosen-leads.tsx'
import { factOf, leadName, type Lead } from './lead-facts.ts'
import { LeadKnown } from './lead-known.tsx'
import './leads.css'

interface LeadTableProps {
  /** The leads that fit the filter. */
  readonly leads: readonly Lead[]
  readonly rest: MorePages
  readonly projectId: string
  /** Changes of all chosen leads; without them no lead can be chosen. */
  readonly actions: readonly LeadAction[]
  /** The plays that leads may be in, for a page that is not about one. */
  readonly plays?: readonly LeadPlay[]
  /** The reason that keeps mail from a lead, shown in the place of its last contact. */
  readonly noteOf?: (lead: Lead) => string
}

interface LeadPlay {
  readonly id: string
  readonly name: string
}

/** The leads in slim rows; several are changed at once, and the facts of a lead open below it. */
export const LeadTable = ({ leads, rest, projectId, actions, plays, noteOf }: LeadTableProps) => {
  const words = useGrowthLeadWords()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const playOf = ({ growthPlayId }: Lead) => plays?.find(({ id }) => id === growthPlayId)
  const { sorted, sortBy } = useSort(
    leads,
    {
      name: leadName,
      company: (lead) => factOf(lead, 'company'),
      country: (lead) => factOf(lead, 'country'),
      state: ({ status }) => words.statuses[status],
      play: (lead) => playOf(lead)?.name,
      contacted: ({ contactedAt }) => contactedAt,
    },
    rest,
  )
  const { shown, more } = useMore(sorted, 0, rest)
  const choose = (id: string) => setChosen(toggled(chosen, id))
  const picked = shown.filter(({ id }) => chosen.has(id))
  const isAll = picked.length === shown.length
  const isNoted = noteOf !== undefined && leads.some((lead) => noteOf(lead) !== '')
  const heads = [
    <SortHead key="name" {...sortBy('name')}>
      {words.columns.name}
    </SortHead>,
    <SortHead key="company" {...sortBy('company')}>
      {words.columns.company}
    </SortHead>,
    <SortHead key="country" {...sortBy('country')}>
      {words.columns.country}
    </SortHead>,
    <SortHead key="state" {...sortBy('state')}>
      {words.columns.state}
    </SortHead>,
    ...(plays
      ? [
          <SortHead key="play" {...sortBy('play')}>
            {words.columns.play}
          </SortHead>,
        ]
      : []),
    ...(isNoted
      ? [
          <th key="note" scope="col">
            {words.columns.note}
          </th>,
        ]
      : []),
    ...(noteOf
      ? []
      : [
          <SortHead key="contacted" {...sortBy('contacted')}>
            {words.columns.contacted}
          </SortHead>,
        ]),
    <th key="facts" scope="col">
      <span className="sr">{words.columns.facts}</span>
    </th>,
  ]
  return (
    <>
      <WideTable label={words.title} className="stacked lead-table">
        <thead>
          {actions.length === 0 ? (
            <tr>{heads}</tr>
          ) : (
            <ChosenLeads
              leads={picked}
              all={shown.length}
              actions={actions}
              onAll={() => setChosen(new Set(isAll ? [] : shown.map(({ id }) => id)))}
              onDone={() => setChosen(new Set())}
            >
              {heads}
            </ChosenLeads>
          )}
        </thead>
        <tbody>
          {shown.map((lead) => (
            <LeadLine
              key={lead.id}
              lead={lead}
              projectId={projectId}
              play={plays && (playOf(lead) ?? null)}
              note={isNoted ? noteOf(lead) : undefined}
              isContactShown={noteOf === undefined}
              isChosen={chosen.has(lead.id)}
              onChoose={actions.length > 0 ? () => choose(lead.id) : undefined}
            />
          ))}
        </tbody>
      </WideTable>
      <More onMore={more} rest={rest} shownCount={shown.length} />
    </>
  )
}

const glyphs: Readonly<Record<Lead['status'], GlyphName>> = { new: 'draft', queued: 'queued', disqualified: 'stopped' }

interface LeadLineProps {
  readonly lead: Lead
  readonly projectId: string
  /** Null for a lead that is in no play; undefined on the page of a play. */
  readonly play: LeadPlay | null | undefined
  readonly note: string | undefined
  readonly isContactShown: boolean
  readonly isChosen: boolean
  readonly onChoose: (() => void) | undefined
}

const LeadLine = ({ lead, projectId, play, note, isContactShown, isChosen, onChoose }: LeadLineProps) => {
  const words = useGrowthLeadWords()
  const { day } = useFormat()
  const { id, address, addressVerdict, domain, status, optedOutAt, contactedAt, evidence } = lead
  const name = leadName(lead)
  const country = factOf(lead, 'country')
  const nameOfCountry = useCountryName()
  const [isOpen, setOpen] = useState(false)
  const below = [address ?? domain, ...(addressVerdict === null ? [] : [words.verdicts[addressVerdict]])]
  return (
    <>
      <tr>
        {onChoose ? (
          <td>
            <input type="checkbox" checked={isChosen} aria-label={`${words.pick}: ${name}`} onChange={onChoose} />
          </td>
        ) : null}
        <th scope="row" dir="auto" className="lead-name">
          <Link to={paths.growthThread(projectId, id)}>{name}</Link>{' '}
          <span className="m">{below.filter((part) => part !== name).join(' · ')}</span>
        </th>
        <NamedCell name={words.columns.company} value={factOf(lead, 'company')} />
        <NamedCell name={words.columns.country} value={country === undefined ? undefined : nameOfCountry(country)} />
        <NamedCell
          name={words.columns.state}
          value={
            <State glyph={optedOutAt === null ? glyphs[status] : 'blocked'} tone="plain">
              {optedOutAt === null ? words.statuses[status] : words.optedOut}
            </State>
          }
        />
        {play === undefined ? null : (
          <NamedCell
            name={words.columns.play}
            value={play === null ? undefined : <Link to={paths.growthPlay(play.id)}>{play.name}</Link>}
          />
        )}
        {note === undefined ? null : <NamedCell name={words.columns.note} value={note === '' ? undefined : note} />}
        {isContactShown ? (
          <NamedCell name={words.columns.contacted} value={contactedAt === null ? undefined : day(contactedAt)} />
        ) : null}
        <td className="lead-facts">
          <Button
            size="small"
            aria-expanded={isOpen}
            aria-label={`${words.known(evidence.length)}: ${name}`}
            onClick={() => setOpen(!isOpen)}
          >
            {words.known(evidence.length)}
          </Button>
        </td>
      </tr>
      {isOpen ? (
        <tr className="lead-open">
          <td colSpan={8}>
            <LeadKnown lead={lead} name={name} />
          </td>
        </tr>
      ) : null}
    </>
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
