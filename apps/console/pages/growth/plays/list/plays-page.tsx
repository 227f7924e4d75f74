import { useParams, type LoaderFunctionArgs, useNavigate, Link } from 'react-router'
import {
  listGrowthPlays,
  getGrowthProject,
  createGrowthPlay,
  getGrowthSpend,
} from '../../../../../../domains/growth/plays/contract.ts'
import { listGrowthProposalRuns } from '../../../../../../domains/growth/proposals/contract.ts'
import type { Reply, ClientError } from '../../../../../../platform/client/index.ts'
import {
  prefetch,
  prefetchFirstRows,
  useFirstRowsLater,
  useReply,
  useLateReply,
} from '../../../../api/use-operation.ts'
import { prefetchPages, usePages } from '../../../../api/use-pages.ts'
import { Head, useTitle } from '../../../../parts/page.tsx'
import { RowsSkeleton } from '../../../../parts/feedback/skeleton.tsx'
import { useOpener } from '../../../../parts/use-opener.tsx'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { GrowthFrame } from '../../growth-frame.tsx'
import { PlayTable } from './play-table.tsx'
import { DraftField } from '../../../../parts/forms/draft-field.tsx'
import { Form } from '../../../../parts/forms/form.tsx'
import { FormFoot } from '../../../../parts/forms/form-foot.tsx'
import { Section } from '../../../../parts/section.tsx'
import { useForm } from '../../../../parts/forms/use-form.ts'
import { paths } from '../../../../paths.ts'
import { PlayRefusal } from '../play.tsx'
import { useFormat } from '../../../../format.ts'
import { FailureNote } from '../../../../parts/failure/failure-note.tsx'
import { ShowMore } from '../../../../parts/list/show-more.tsx'
import { useShowMore } from '../../../../parts/list/use-show-more.ts'
import { NamedCell, WideTable } from '../../../../parts/list/wide-table.tsx'
import { useGrowthResultWords } from '../../../../words/growth-results/index.ts'

const newestOf = (projectId: string) => ({ params: { projectId }, query: { limit: 1 } })
const inputOf = (projectId: string) => ({ params: { projectId } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  prefetch(getGrowthProject, inputOf(params.growthProjectId!))
  prefetchFirstRows(listGrowthProposalRuns, newestOf(params.growthProjectId!))
  return prefetchPages(listGrowthPlays, inputOf(params.growthProjectId!))
}

/** The plays of a growth project by state, and their cost. */
export default function PlaysPage() {
  const words = useGrowthPlayWords()
  const projectId = useParams().growthProjectId!
  const project = useReply(getGrowthProject, inputOf(projectId))
  const { rows: plays, ...rest } = usePages(listGrowthPlays, inputOf(projectId))
  useTitle(words.title, project.name)
  const proposals = useFirstRowsLater(listGrowthProposalRuns, newestOf(projectId))
  const { isOpen, opener } = useOpener(words.create, plays.length === 0)
  const canAdd = project.archivedAt === null
  const active = plays.filter(({ status }) => status === 'active').length
  return (
    <GrowthFrame project={project} isWide>
      <Head
        title={words.title}
        count={rest.total}
        text={words.text(active)}
        actions={canAdd && plays.length > 0 ? opener : undefined}
      />
      {canAdd && isOpen && plays.length > 0 ? <NewPlaySection projectId={projectId} /> : null}
      {proposals.isPending ? (
        <RowsSkeleton />
      ) : (
        <>
          <ProposalsNote run={proposals.data?.[0]} error={proposals.error} />
          <PlayTable plays={plays} rest={rest} />
          {canAdd && plays.length === 0 ? <NewPlaySection projectId={projectId} /> : null}
          <SpendSection projectId={projectId} />
        </>
      )}
    </GrowthFrame>
  )
}

/** Makes a play by hand. */
const NewPlaySection = ({ projectId }: { readonly projectId: string }) => {
  const words = useGrowthPlayWords()
  const navigate = useNavigate()
  const form = useForm(createGrowthPlay, {
    name: `growth-play.${projectId}`,
    input: { params: { projectId } },
    saved: { name: '', audience: '' },
    missing: words.missingName,
    then: ({ id }) => navigate(paths.growthPlay(id)),
  })
  return (
    <Section title={words.create} text={words.createText}>
      <Form className="panel pad stack new-play" error={form.error} onSubmit={form.submit}>
        <DraftField draft={form} field="name" label={words.name} hint={words.nameHint} />
        <DraftField draft={form} field="audience" label={words.audience} hint={words.audienceHint} isLong rows={2} />
        <FormFoot of={form} verb={words.createAct} codes={words.codes} />
      </Form>
    </Section>
  )
}

interface ProposalsNoteProps {
  /** Undefined if there was none. */
  readonly run: Reply<typeof listGrowthProposalRuns>[number] | undefined
  readonly error: ClientError | null
}

/** The result of the newest research run: the number of proposed plays, or the reason for no proposals. */
const ProposalsNote = ({ run, error }: ProposalsNoteProps) => {
  const words = useGrowthPlayWords()
  const { day, dollars } = useFormat()
  if (!run) return <PlayRefusal error={error} />
  const { status, failure, playsProposed, playsDropped, costUsd, createdAt } = run
  if (failure !== null) return <FailureNote message={`${words.notProposed(day(createdAt))} ${failure.message}`} />
  return (
    <p className="filters quiet" role="status">
      {status === 'queued' ? words.proposing : null}
      {status === 'finished'
        ? words.proposedCount(playsProposed, playsDropped, day(createdAt), dollars(costUsd))
        : null}
    </p>
  )
}

/** The cost of data providers for each play. */
const SpendSection = ({ projectId }: { readonly projectId: string }) => {
  const words = useGrowthResultWords()
  const { dollars } = useFormat()
  const { data, error } = useLateReply(getGrowthSpend, { params: { projectId } })
  const plays = data?.plays ?? []
  // Before anything was spent or capped there is nothing to compare.
  const isEmpty = plays.every(({ last30DaysUsd, hardCapUsd }) => last30DaysUsd === 0 && hardCapUsd === null)
  const { shown, more } = useShowMore(isEmpty ? [] : plays)
  if (shown.length === 0) return <PlayRefusal error={error} />
  return (
    <Section title={words.spend} text={words.spendText(data?.timeZone ?? '')}>
      <WideTable label={words.spendTable} className="stacked">
        <thead>
          <tr>
            <th>{words.play}</th>
            <th className="num">{words.today}</th>
            <th className="num">{words.last30Days}</th>
            <th className="num">{words.cap}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ playId, name, todayUsd, last30DaysUsd, hardCapUsd }) => (
            <tr key={playId ?? ''}>
              <td className="main" dir="auto" title={name ?? words.noPlay}>
                {playId === null ? words.noPlay : <Link to={paths.growthPlay(playId)}>{name}</Link>}
              </td>
              <NamedCell isNumber name={words.today} value={dollars(todayUsd)} />
              <NamedCell isNumber name={words.last30Days} value={dollars(last30DaysUsd)} />
              <NamedCell isNumber name={words.cap} value={hardCapUsd === null ? undefined : dollars(hardCapUsd)} />
            </tr>
          ))}
        </tbody>
      </WideTable>
      <ShowMore onMore={more} />
    </Section>
  )
}
