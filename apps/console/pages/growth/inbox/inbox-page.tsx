import { getGrowthProject } from '../../../../../domains/growth/plays/contract.ts'
import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import { listGrowthInbox } from '../../../../../domains/growth/inbox/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { prefetch, useFirstRowsLater, useReply } from '../../../api/use-operation.ts'
import { usePages } from '../../../api/use-pages.ts'
import { Age } from '../../../parts/text/age.tsx'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { Empty, EmptyPanel } from '../../../parts/feedback/empty.tsx'
import { Glyph } from '../../../parts/text/glyph.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { Segments, useChoice } from '../../../parts/forms/segments.tsx'
import { Joined, joined } from '../../../parts/text/joined.tsx'
import { paths } from '../../../paths.ts'
import { useGrowthInboxWords } from '../../../words/growth-inbox/index.ts'
import { GrowthFrame } from '../growth-frame.tsx'
import './inbox.css'

export const loader = ({ params }: LoaderFunctionArgs) =>
  prefetch(getGrowthProject, { params: { projectId: params.growthProjectId! } })

type Thread = Reply<typeof listGrowthInbox>[number]

const choices = ['replied', 'decide', 'interested', 'question', 'not_now', 'all'] as const
const queryOf = (choice: (typeof choices)[number]) => {
  if (choice === 'all') return {}
  if (choice === 'decide') return { needsDecision: 'true' }
  return choice === 'replied' ? { replied: 'true' } : { intent: choice }
}

/** The threads of a growth project, the newest mail first. */
export default function InboxPage() {
  const words = useGrowthInboxWords()
  const projectId = useParams().growthProjectId!
  const chosen = useChoice('show', choices)
  const project = useReply(getGrowthProject, { params: { projectId } })
  const { rows, ...rest } = usePages(listGrowthInbox, { params: { projectId }, query: queryOf(chosen) })
  const active = project.plays.filter(({ status }) => status === 'active').length
  const open = project.plays.filter(({ status }) => status !== 'archived')
  const only = open.length === 1 ? open[0] : undefined
  useTitle(words.title, project.name)
  const { data: newest } = useFirstRowsLater(listGrowthInbox, { params: { projectId }, query: { limit: 1 } })
  const toPlays = (
    <LinkButton to={only ? paths.growthPlay(only.id) : paths.growthPlays(projectId)}>
      {only ? words.openPlay : words.openPlays}
    </LinkButton>
  )
  return (
    <GrowthFrame project={project} isWide>
      <Head title={words.title} count={rest.total} />
      {rows.length === 0 && chosen === 'replied' && !newest?.length ? (
        // Why there is no mail yet, and the way on.
        <EmptyPanel title={words.none.replied} text={active === 0 ? words.noPlaySends : words.nothingSent(active)}>
          {toPlays}
        </EmptyPanel>
      ) : (
        <ListPage
          key={chosen}
          rows={rows}
          rest={rest}
          textOf={textOf}
          label={words.filter}
          controls={<Segments label={words.show} param="show" names={words.filters} chosen={chosen} />}
          none={
            <Empty title={words.none[chosen]} text={words.noneText[chosen]}>
              {chosen === 'all' ? toPlays : null}
            </Empty>
          }
        >
          {(row) => <ThreadRow key={row.leadId} projectId={projectId} thread={row} />}
        </ListPage>
      )}
    </GrowthFrame>
  )
}

const textOf = ({ name, address, company, domain, lastMessage }: Thread) =>
  [name, address, company, domain, lastMessage?.subject].join(' ')

/** Whether the lead wrote last, so that a person may answer. */
const isUnanswered = ({ optedOutAt, lastMessage }: Thread) =>
  optedOutAt === null && lastMessage?.direction === 'in' && lastMessage.kind === 'reply'

const ThreadRow = ({ projectId, thread }: { readonly projectId: string; readonly thread: Thread }) => {
  const words = useGrowthInboxWords()
  const { leadId, address, name, company, domain, intent, needsDecision, optedOutAt, lastMailAt, lastMessage } = thread
  /** Only the gravest: a thread has a single state. */
  const stateOf = () => {
    if (optedOutAt !== null) return words.optedOut
    if (needsDecision) return words.decide
    if (intent !== null) return words.intents[intent]
    return lastMessage?.kind == null || lastMessage.kind === 'reply' ? undefined : words.kinds[lastMessage.kind]
  }
  const title = name ?? address ?? domain
  const isOurs = lastMessage?.direction === 'out'
  const facts = [
    company ?? domain,
    stateOf() ?? (isUnanswered(thread) ? words.unanswered : isOurs ? words.noReply : undefined),
  ]
  // The subject of a reply repeats ours.
  const isReply = lastMessage?.direction === 'in' && lastMessage.kind === 'reply' && lastMessage.beginning !== ''
  const mail = lastMessage && joined(!isReply && lastMessage.subject, lastMessage.beginning)
  return (
    <li className="row person rows-cheap">
      <Glyph name={isUnanswered(thread) ? 'wait' : 'queued'} />
      <div className="who">
        <Link to={paths.growthThread(projectId, leadId)} className="cut" dir="auto">
          {isUnanswered(thread) ? <b className="unanswered">{title}</b> : title}
        </Link>
        <span className="quiet" dir="auto">
          <Joined parts={facts} />
        </span>
        {mail === null ? null : (
          <span className={isOurs ? 'cut soft' : 'cut'} dir="auto" title={mail}>
            {isOurs ? words.you(mail) : mail}
          </span>
        )}
      </div>
      <Age at={lastMailAt} className="m" />
    </li>
  )
}
