import { getGrowthProject } from '../../../../../domains/growth/plays/contract.ts'
import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import { listGrowthInbox } from '../../../../../domains/growth/inbox/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { usePages } from '../../../api/use-pages.ts'
import { Age } from '../../../parts/age.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { PartialRows } from '../../../parts/partial-rows.tsx'
import { Section } from '../../../parts/section.tsx'
import { Segments, useChoice } from '../../../parts/segments.tsx'
import { paths } from '../../../paths.ts'
import { useGrowthInboxWords } from '../../../words/growth-inbox/index.ts'
import { GrowthFrame } from '../growth-frame.tsx'

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
  useTitle(words.title, project.name)
  return (
    <GrowthFrame project={project}>
      <Head title={words.title} count={rest.total} />
      <Section
        title={words.threads}
        action={<Segments label={words.show} param="show" names={words.filters} chosen={chosen} />}
      >
        <div className="panel rows">
          {rows.length === 0 ? <Empty title={words.none} text={words.noneText} /> : null}
          <PartialRows rows={rows} rest={rest}>
            {(row) => <ThreadRow key={row.leadId} projectId={projectId} thread={row} />}
          </PartialRows>
        </div>
      </Section>
    </GrowthFrame>
  )
}

const ThreadRow = ({ projectId, thread }: { readonly projectId: string; readonly thread: Thread }) => {
  const words = useGrowthInboxWords()
  const { leadId, address, name, company, domain, intent, needsDecision, optedOutAt, lastMailAt, lastMessage } = thread
  /** The gravest alone: one thread has one state. */
  const stateOf = () => {
    if (optedOutAt !== null) return words.optedOut
    if (needsDecision) return words.decide
    if (intent !== null) return words.intents[intent]
    return lastMessage?.kind == null || lastMessage.kind === 'reply' ? undefined : words.kinds[lastMessage.kind]
  }
  const facts = [company ?? domain, stateOf()]
  return (
    <div className="row person rows-cheap">
      <div className="who">
        <Link to={paths.growthThread(projectId, leadId)} className="cut" dir="auto">
          <b>{name ?? address ?? domain}</b>
        </Link>
        <span className="quiet" dir="auto">
          {facts.filter((fact) => fact !== undefined).join(' · ')}
        </span>
        {lastMessage === null ? null : (
          <span className="cut" dir="auto" title={lastMessage.subject}>
            {`${lastMessage.subject} — ${lastMessage.beginning}`}
          </span>
        )}
      </div>
      <Age at={lastMailAt} className="m" />
    </div>
  )
}
