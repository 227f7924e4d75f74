import { listGrowthLeads } from '../../../../../../domains/growth/leads/contract.ts'
import {
  getGrowthProject,
  assignGrowthLeads,
  queueGrowthLeads,
  startGrowthPlayLookup,
} from '../../../../../../domains/growth/plays/contract.ts'
import { useReply, useOperation } from '../../../../api/use-operation.ts'
import { usePages } from '../../../../api/use-pages.ts'
import { useFormat } from '../../../../format.ts'
import { Empty } from '../../../../parts/feedback/empty.tsx'
import { Head } from '../../../../parts/page.tsx'
import { useChoice } from '../../../../parts/forms/segments.tsx'
import { useOpener } from '../../../../parts/use-opener.tsx'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { type LeadAction, LeadTable } from '../../leads/lead-table.tsx'
import type { Lead } from '../../leads/lead-facts.ts'
import { leadsAsked, LeadStates, leadStates } from '../../leads/lead-states.tsx'
import { PlayFrame, leadsIn, loadPlay, usePlay, type Play, PlayRefusal } from '../play.tsx'
import { LinkButton, Button } from '../../../../parts/forms/button.tsx'
import { DraftField } from '../../../../parts/forms/draft-field.tsx'
import { Form } from '../../../../parts/forms/form.tsx'
import { FormFoot } from '../../../../parts/forms/form-foot.tsx'
import { Section } from '../../../../parts/section.tsx'
import { useForm } from '../../../../parts/forms/use-form.ts'
import { joined } from '../../../../parts/text/joined.tsx'
import { paths } from '../../../../paths.ts'

export const loader = loadPlay

/** The leads of a play, to be assigned, looked up and queued for mails, with the reasons that some get no mail. */
export default function PlayLeadsPage() {
  const words = useGrowthPlayWords()
  const read = usePlay()
  const { play, results } = read
  const project = useReply(getGrowthProject, { params: { projectId: play.growthProjectId } })
  const chosen = useChoice('status', leadStates)
  const { rows, ...rest } = usePages(listGrowthLeads, leadsAsked(project.id, chosen, play.id))
  const isOpen = play.status !== 'archived' && project.archivedAt === null
  const isEmpty = leadsIn(results) === 0
  const { isOpen: isAdding, opener } = useOpener(words.assign, isEmpty)
  const noteOf = useLeadNote()
  const actions = useLeadActions(play.status === 'active')
  return (
    <PlayFrame read={read} isWide>
      <Head
        title={words.tabs.leads}
        count={leadsIn(results)}
        actions={
          isOpen ? (
            <>
              {results.leads.new > 0 ? (
                <QueueActs
                  play={play}
                  isAddressMissing={chosen !== 'all' || rows.some(({ address }) => address === null)}
                />
              ) : null}
              {opener}
            </>
          ) : undefined
        }
      />
      {isOpen && isAdding ? <AssignSection play={play} /> : null}
      <LeadTable
        leads={isEmpty ? [] : rows}
        rest={rest}
        projectId={project.id}
        actions={isOpen ? actions : []}
        noteOf={noteOf}
        controls={isEmpty ? null : <LeadStates projectId={project.id} playId={play.id} chosen={chosen} />}
        none={isEmpty ? <Empty title={words.noLeads} text={words.noLeadsText} /> : undefined}
      />
    </PlayFrame>
  )
}

/** The changes of chosen leads of a play. */
const useLeadActions = (isActive: boolean): readonly LeadAction[] => {
  const words = useGrowthPlayWords()
  const isOut = ({ status }: Lead) => status === 'disqualified'
  return [
    {
      text: words.queueOne,
      status: 'queued',
      fits: (lead) => !isOut(lead) && lead.sequenceStoppedAt === null && lead.status === 'new',
      impossible: isActive ? undefined : words.notRunning,
    },
    {
      text: words.beginAgain,
      status: 'queued',
      fits: (lead) => !isOut(lead) && lead.sequenceStoppedAt !== null,
      impossible: isActive ? undefined : words.notRunning,
    },
    {
      text: words.lookUpAgain,
      status: 'new',
      fits: (lead) => !isOut(lead) && lead.lookedUpAt !== null && lead.contactedAt === null,
    },
    { text: words.disqualify, status: 'disqualified', fits: (lead) => !isOut(lead) },
    { text: words.restore, status: 'new', fits: isOut },
  ]
}

/** The reasons that keep mail from a lead, and the mail that it got. */
const useLeadNote = () => {
  const words = useGrowthPlayWords()
  const { day } = useFormat()
  return (lead: Lead) =>
    joined(
      lead.address === null && words.noAddress,
      lead.lookedUpAt === null && lead.contactedAt === null && words.notLookedUp,
      lead.hasConsent && words.consent,
      lead.contactedAt !== null && words.contacted(day(lead.contactedAt)),
      lead.sequenceStoppedAt !== null && (words.stopReasons[lead.sequenceStopReason ?? ''] ?? words.stopped),
    )
}

const countMost = 100_000

/** A number of leads as typed: null for all, undefined if it is not a number. */
const countIn = (typed: string): number | null | undefined => {
  const text = typed.trim()
  if (text === '') return null
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0
  return count >= 1 && count <= countMost ? count : undefined
}

/** Puts leads of the growth project into the play. */
const AssignSection = ({ play }: { readonly play: Play }) => {
  const words = useGrowthPlayWords()
  const form = useForm(assignGrowthLeads, {
    input: { params: { playId: play.id } },
    saved: { limit: '' },
    reads: { limit: [countIn, words.badCount] },
    body: ({ limit }) => ({ ...(limit.trim() !== '' && { limit: Number(limit) }) }),
  })
  return (
    <Section title={words.assign} text={words.assignText}>
      <Form className="panel pad stack" error={form.error} onSubmit={form.submit}>
        <DraftField
          draft={form}
          field="limit"
          label={words.assignCount}
          hint={words.assignHint}
          inputMode="numeric"
          maxLength={6}
        />
        <FormFoot of={form} verb={words.assignAct} codes={words.codes} variant="outline">
          <LinkButton variant="plain" to={paths.growthLeads(play.growthProjectId)}>
            {words.uploadLeads}
          </LinkButton>
          <p role="status">{form.data ? words.assigned(form.data.assigned) : ''}</p>
        </FormFoot>
      </Form>
    </Section>
  )
}

interface QueueActsProps {
  readonly play: Play
  readonly isAddressMissing: boolean
}

/** Looks up new leads, and queues the leads for mail that may get some. */
const QueueActs = ({ play, isAddressMissing }: QueueActsProps) => {
  const words = useGrowthPlayWords()
  const queue = useOperation(queueGrowthLeads)
  const lookUp = useOperation(startGrowthPlayLookup)
  const input = { params: { playId: play.id } }
  const refusals = Object.entries(queue.data?.refused ?? {})
  return (
    <>
      <Button title={words.lookUpText} isPending={lookUp.isPending} onClick={() => lookUp.mutate(input)}>
        {isAddressMissing ? words.lookUp : words.checkAddresses}
      </Button>
      {play.status === 'active' ? (
        <Button title={words.queueText} isPending={queue.isPending} onClick={() => queue.mutate(input)}>
          {words.queueAct}
        </Button>
      ) : null}
      <PlayRefusal error={queue.error ?? lookUp.error} />
      <div className="queue-told" role="status">
        {queue.data ? <p>{words.queued(queue.data.queued)}</p> : null}
        {refusals.length === 0 ? null : (
          <dl className="kv">
            {refusals.map(([code, count]) => (
              <div key={code} className="refused">
                <dt>{words.notQueued(count)}</dt>
                <dd>{words.refusals[code] ?? code}</dd>
              </div>
            ))}
          </dl>
        )}
        {lookUp.data ? <p>{words.lookedUp(lookUp.data.leads)}</p> : null}
      </div>
    </>
  )
}
