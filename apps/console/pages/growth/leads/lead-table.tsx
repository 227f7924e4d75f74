import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { MorePages } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { IconButton, Button } from '../../../parts/forms/button.tsx'
import { Empty } from '../../../parts/feedback/empty.tsx'
import type { GlyphName } from '../../../parts/text/glyph.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { useOpenRow } from '../../../parts/list/use-open-row.ts'
import { State } from '../../../parts/feedback/state.tsx'
import { toggled } from '../../../parts/forms/toggled.ts'
import { NamedCell } from '../../../parts/list/wide-table.tsx'
import { useCountryName } from '../../../parts/text/use-country-name.ts'
import { Joined } from '../../../parts/text/joined.tsx'
import { paths } from '../../../paths.ts'
import { useGrowthLeadWords } from '../../../words/growth-leads/index.ts'
import { factOf, leadName, leadState, leadText, type Lead } from './lead-facts.ts'
import { LeadKnown } from './lead-known.tsx'
import { updateGrowthLead } from '../../../../../domains/growth/sending/contract.ts'
import { RefusedError } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { PlayRefusal } from '../plays/play.tsx'
import '../../../parts/list/waiting-row.css'
import './leads.css'

interface LeadTableProps {
  readonly leads: readonly Lead[]
  readonly rest: MorePages
  readonly projectId: string
  /** Changes of all chosen leads; without them no lead can be chosen. */
  readonly actions: readonly LeadAction[]
  /** The plays that leads may be in; without them, the play of a lead is not shown. */
  readonly plays?: readonly { readonly id: string; readonly name: string }[] | undefined
  /** The reason that keeps mail from a lead, shown in the place of its last contact. */
  readonly noteOf?: (lead: Lead) => string
  readonly controls: ReactNode
  /** Shown if there is no lead. */
  readonly none: ReactNode
}

/** The leads in slim rows; several are changed at once, and the facts of a lead open below it. */
export const LeadTable = ({ leads, rest, projectId, actions, plays, noteOf, controls, none }: LeadTableProps) => {
  const words = useGrowthLeadWords()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const playOf = ({ growthPlayId }: Lead) => plays?.find(({ id }) => id === growthPlayId)
  const isNoted = noteOf !== undefined && leads.some((lead) => noteOf(lead) !== '')
  // Columns that would be empty are left out.
  const hasCountry = leads.some((lead) => factOf(lead, 'country') !== undefined)
  const hasContact = noteOf === undefined && leads.some(({ contactedAt }) => contactedAt !== null)
  const { columns } = words
  return (
    <ListPage
      rows={leads}
      rest={rest}
      textOf={leadText}
      label={words.filter}
      most={0}
      controls={controls}
      none={none}
      noneFits={<Empty title={words.noneFound} text={words.noneFoundText} />}
      wide={words.title}
      className="stacked lead-table"
      columns={[
        { name: columns.name, sort: ['name', leadName] },
        { name: columns.company, sort: ['company', (lead) => factOf(lead, 'company')] },
        ...(hasCountry
          ? [{ name: columns.country, sort: ['country', (lead: Lead) => factOf(lead, 'country')] as const }]
          : []),
        { name: columns.state, sort: ['state', (lead) => words.states[leadState(lead)]] },
        ...(plays ? [{ name: columns.play, sort: ['play', (lead: Lead) => playOf(lead)?.name] as const }] : []),
        ...(isNoted ? [{ name: columns.note }] : []),
        ...(hasContact
          ? [{ name: columns.contacted, sort: ['contacted', (lead: Lead) => lead.contactedAt] as const }]
          : []),
        { name: <span className="sr">{columns.facts}</span> },
      ]}
      head={(heads, shown) => {
        if (actions.length === 0) return <tr>{heads}</tr>
        const picked = shown.filter(({ id }) => chosen.has(id))
        const isAll = picked.length === shown.length
        return (
          <ChosenLeads
            leads={picked}
            all={shown.length}
            actions={actions}
            onAll={() => setChosen(new Set(isAll ? [] : shown.map(({ id }) => id)))}
            onDone={() => setChosen(new Set())}
          >
            {heads}
          </ChosenLeads>
        )
      }}
    >
      {(lead) => (
        <LeadLine
          key={lead.id}
          lead={lead}
          projectId={projectId}
          play={plays && (playOf(lead) ?? null)}
          note={isNoted ? noteOf(lead) : undefined}
          isCountryShown={hasCountry}
          isContactShown={hasContact}
          isChosen={chosen.has(lead.id)}
          onChoose={actions.length > 0 ? () => setChosen(toggled(chosen, lead.id)) : undefined}
        />
      )}
    </ListPage>
  )
}

const glyphs: Readonly<Record<ReturnType<typeof leadState>, GlyphName>> = {
  new: 'draft',
  queued: 'queued',
  contacted: 'testing',
  replied: 'good',
  undelivered: 'bad',
  disqualified: 'stopped',
  optedOut: 'blocked',
}

interface LeadLineProps {
  readonly lead: Lead
  readonly projectId: string
  /** Null for a lead that is in no play; undefined if plays are not shown. */
  readonly play: { readonly id: string; readonly name: string } | null | undefined
  readonly note: string | undefined
  readonly isCountryShown: boolean
  readonly isContactShown: boolean
  readonly isChosen: boolean
  readonly onChoose: (() => void) | undefined
}

const LeadLine = (props: LeadLineProps) => {
  const { lead, projectId, play, note, isCountryShown, isContactShown, isChosen, onChoose } = props
  const words = useGrowthLeadWords()
  const { day } = useFormat()
  const { id, address, addressVerdict, domain, contactedAt, evidence } = lead
  const state = leadState(lead)
  const name = leadName(lead)
  const country = factOf(lead, 'country')
  const nameOfCountry = useCountryName()
  const { isOpen, toggle } = useOpenRow(id)
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
          <Link className="whole-row" to={paths.growthThread(projectId, id)}>
            {name}
          </Link>{' '}
          <span className="m">
            <Joined parts={below.filter((part) => part !== name)} />
          </span>
        </th>
        <NamedCell name={words.columns.company} value={factOf(lead, 'company')} />
        {isCountryShown ? (
          <NamedCell name={words.columns.country} value={country === undefined ? undefined : nameOfCountry(country)} />
        ) : null}
        <NamedCell
          name={words.columns.state}
          value={
            <State glyph={glyphs[state]} tone="plain">
              {words.states[state]}
            </State>
          }
        />
        {play === undefined ? null : (
          <NamedCell
            name={words.columns.play}
            value={
              play === null ? undefined : (
                <Link className="lead-play" to={paths.growthPlay(play.id)} title={play.name}>
                  {play.name}
                </Link>
              )
            }
          />
        )}
        {note === undefined ? null : <NamedCell name={words.columns.note} value={note === '' ? undefined : note} />}
        {isContactShown ? (
          <NamedCell name={words.columns.contacted} value={contactedAt === null ? undefined : day(contactedAt)} />
        ) : null}
        <td className="lead-facts">
          <IconButton
            icon={isOpen ? ChevronDown : ChevronRight}
            aria-expanded={isOpen}
            label={`${words.known(evidence.length)}: ${name}`}
            title={words.known(evidence.length)}
            onClick={toggle}
          />
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

export interface LeadAction {
  readonly text: string
  readonly status: Lead['status']
  /** The leads that it changes; the others stay as they are. */
  readonly fits: (lead: Lead) => boolean
  /** The reason that it cannot be done now. */
  readonly impossible?: string | undefined
}

interface ChosenLeadsProps {
  readonly leads: readonly Lead[]
  /** The number of leads that can be chosen. */
  readonly all: number
  readonly actions: readonly LeadAction[]
  readonly onAll: () => void
  readonly onDone: () => void
  /** The names of the columns. */
  readonly children: readonly ReactNode[]
}

/** The head of the leads: chooses all, and changes the chosen leads; each is a change of its own. */
const ChosenLeads = ({ leads, all, actions, onAll, onDone, children }: ChosenLeadsProps) => {
  const words = useGrowthLeadWords()
  const update = useOperation(updateGrowthLead)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<LeadAction>()
  const setAll = async (action: LeadAction, despiteRefusal?: true) => {
    setBusy(true)
    setRefused(undefined)
    const body = { status: action.status, ...(despiteRefusal && { despiteRefusal }) }
    try {
      for (const { id } of leads.filter(action.fits)) await update.mutateAsync({ params: { leadId: id }, body })
      onDone()
    } catch (error) {
      // The refusal is shown beside the buttons; earlier changes stay.
      if (error instanceof RefusedError && error.answered.code === 'refused_before') setRefused(action)
    } finally {
      setBusy(false)
    }
  }
  return (
    <tr>
      <th scope="col" className="choose-all">
        <label className="line">
          <input type="checkbox" checked={leads.length > 0 && leads.length === all} onChange={onAll} />
          <span className="sr">{words.pickAll(all)}</span>
        </label>
      </th>
      {leads.length === 0 ? (
        children
      ) : (
        <td colSpan={children.length}>
          <div className="line wrap">
            <b>{words.chosen(leads.length)}</b>
            {actions
              .filter(({ fits }) => leads.some(fits))
              .map((action) => (
                <Button
                  key={action.text}
                  size="small"
                  title={action.impossible}
                  disabled={action.impossible !== undefined}
                  isPending={isBusy}
                  onClick={() => void setAll(action)}
                >
                  {action.text}
                </Button>
              ))}
            <PlayRefusal error={update.error} />
            {refused === undefined ? null : (
              <Button size="small" isPending={isBusy} onClick={() => void setAll(refused, true)}>
                {words.despiteRefusal}
              </Button>
            )}
          </div>
        </td>
      )}
    </tr>
  )
}
