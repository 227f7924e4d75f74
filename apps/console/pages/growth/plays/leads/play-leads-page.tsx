import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import { listGrowthLeads } from '../../../../../../domains/growth/leads/contract.ts'
import { getGrowthProject } from '../../../../../../domains/growth/plays/contract.ts'
import { getGrowthPlay, updateGrowthLead } from '../../../../../../domains/growth/sending/contract.ts'
import { prefetch, useOperation, useReply } from '../../../../api/use-operation.ts'
import { usePages } from '../../../../api/use-pages.ts'
import { useFormat } from '../../../../format.ts'
import { Button } from '../../../../parts/button.tsx'
import { Empty } from '../../../../parts/empty.tsx'
import { Head } from '../../../../parts/page.tsx'
import { PartialRows } from '../../../../parts/partial-rows.tsx'
import { Section } from '../../../../parts/section.tsx'
import { useFilter } from '../../../../parts/use-filter.tsx'
import { useOpener } from '../../../../parts/use-opener.tsx'
import { paths } from '../../../../paths.ts'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { factOf, leadName, leadText, type Lead } from '../../leads/lead-facts.ts'
import { PlayFrame } from '../play-frame.tsx'
import { PlayRefusal } from '../play-refusal.tsx'
import { AssignSection } from './assign-section.tsx'
import { QueueSection } from './queue-section.tsx'

const inputOf = (playId: string) => ({ params: { playId } })

export const loader = ({ params }: LoaderFunctionArgs) => prefetch(getGrowthPlay, inputOf(params.playId!))

/** The leads of a play: chosen, looked up and let wait for their mails; why one gets none. */
export default function PlayLeadsPage() {
  const words = useGrowthPlayWords()
  const read = useReply(getGrowthPlay, inputOf(useParams().playId!))
  const { play, results } = read
  const projectInput = { params: { projectId: play.growthProjectId } }
  const project = useReply(getGrowthProject, projectInput)
  const { rows, ...rest } = usePages(listGrowthLeads, { ...projectInput, query: { playId: play.id } })
  const { shown, field, isNone } = useFilter(rows, leadText, words.filterLeads, rest)
  const isOpen = play.status !== 'archived' && project.archivedAt === null
  const counts = results.leads
  const { isOpen: isAdding, opener } = useOpener(words.assign, rows.length === 0)
  return (
    <PlayFrame read={read}>
      <Head
        title={words.tabs.leads}
        count={counts.new + counts.queued + counts.ended + counts.disqualified}
        text={words.leadsText(counts.new, counts.queued, counts.ended, counts.disqualified)}
        actions={isOpen ? opener : undefined}
      />
      {isOpen && isAdding ? <AssignSection play={play} /> : null}
      {isOpen && counts.new > 0 ? <QueueSection play={play} /> : null}
      <Section title={words.leadList} action={field}>
        <div className="panel rows">
          {rows.length === 0 ? <Empty title={words.noLeads} text={words.noLeadsText} /> : null}
          {rows.length > 0 && isNone ? <p className="pad quiet">{words.noLeadFits}</p> : null}
          <PartialRows rows={shown} rest={rest}>
            {(lead) => (
              <LeadRow
                key={lead.id}
                lead={lead}
                projectId={project.id}
                isActive={play.status === 'active'}
                isOpen={isOpen}
              />
            )}
          </PartialRows>
        </div>
      </Section>
    </PlayFrame>
  )
}

/** The known facts of a lead beside its name, and the reasons that keep mail from it. */
const useLeadFacts = () => {
  const words = useGrowthPlayWords()
  const { day } = useFormat()
  return (lead: Lead) => {
    const name = leadName(lead)
    const known = [factOf(lead, 'company'), lead.address ?? lead.domain]
    return [
      ...known.filter((fact) => fact !== undefined && fact !== name),
      ...(lead.address === null ? [words.noAddress] : []),
      ...(lead.lookedUpAt === null && lead.contactedAt === null ? [words.notLookedUp] : []),
      ...(lead.hasConsent ? [words.consent] : []),
      ...(lead.contactedAt === null ? [] : [words.contacted(day(lead.contactedAt))]),
      ...(lead.optedOutAt === null ? [] : [words.optedOut]),
      ...(lead.sequenceStoppedAt === null ? [] : [words.stopReasons[lead.sequenceStopReason ?? ''] ?? words.stopped]),
    ]
  }
}

interface LeadRowProps {
  readonly lead: Lead
  readonly projectId: string
  /** Whether the play runs: only then a lead can wait for mail. */
  readonly isActive: boolean
  readonly isOpen: boolean
}

const LeadRow = ({ lead, projectId, isActive, isOpen }: LeadRowProps) => {
  const words = useGrowthPlayWords()
  const factsOf = useLeadFacts()
  const update = useOperation(updateGrowthLead)
  const { id, status } = lead
  const name = leadName(lead)
  const move = (to: Lead['status'], text: string) => (
    <Button
      size="small"
      variant={to === 'queued' ? 'outline' : 'plain'}
      isPending={update.isPending}
      disabled={to === 'queued' && !isActive}
      title={to === 'queued' && !isActive ? words.notRunning : undefined}
      aria-label={`${text}: ${lead.address ?? lead.domain}`}
      onClick={() => update.mutate({ params: { leadId: id }, body: { status: to } })}
    >
      {text}
    </Button>
  )
  return (
    <div className="row person rows-cheap">
      <div className="who">
        <Link className="cut" dir="auto" title={name} to={paths.growthThread(projectId, id)}>
          <b>{name}</b>
        </Link>
        <span className="quiet" dir="auto">
          {factsOf(lead).join(' · ')}
        </span>
        <PlayRefusal error={update.error} />
      </div>
      <span className="m lead-status">{words.leadStatuses[status]}</span>
      {isOpen ? (
        <div className="acts">
          {status !== 'disqualified' && lead.lookedUpAt !== null && lead.contactedAt === null
            ? move('new', words.lookUpAgain)
            : null}
          {status === 'disqualified' ? move('new', words.restore) : move('disqualified', words.disqualify)}
          {lead.sequenceStoppedAt !== null && status !== 'disqualified' ? move('queued', words.beginAgain) : null}
          {lead.sequenceStoppedAt === null && status === 'new' ? move('queued', words.queueOne) : null}
        </div>
      ) : null}
    </div>
  )
}
