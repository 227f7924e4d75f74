import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getMe } from '../../../../../domains/accounts/people/contract/me.ts'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { listProjectMessages } from '../../../../../domains/delivery/conversation/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { Age } from '../../../parts/text/age.tsx'
import { Button, LinkButton } from '../../../parts/forms/button.tsx'
import { Empty } from '../../../parts/feedback/empty.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { Head } from '../../../parts/page.tsx'
import { ProseBlock } from '../../../parts/text/prose.tsx'
import { paths } from '../../../paths.ts'
import { useMessageWords } from '../../../words/messages/index.ts'
import { useClientOf } from '../../../parts/story/use-clients-of.ts'
import { WriteMessage } from '../../messages/write-message.tsx'
import { ProjectFrame } from '../project-frame.tsx'
import '../../messages/messages.css'

const newest = 100
const listed = (id: string) => ({ params: { id }, query: { limit: newest } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = params.projectId!
  prefetch(getProject, { params: { id } })
  return prefetchPages(listProjectMessages, listed(id))
}

/** The conversation of people of the agency and clients about a project as a whole. */
export default function ProjectMessagesPage() {
  const id = useParams().projectId!
  const words = useMessageWords()
  const { project, canSteer } = useReply(getProject, { params: { id } })
  const { rows: messages, more, isReading } = usePages(listProjectMessages, listed(id))
  const last = messages.at(-1)
  const client = useClientOf(id)
  return (
    <ProjectFrame id={id}>
      <Head title={words.title} text={client === undefined ? '\u00a0' : client && words.ofThis(client.name)} />
      {messages.length === 0 ? (
        <div className="panel">
          <Empty title={words.none} text={words.nothingSaid} />
        </div>
      ) : null}
      {more ? (
        <Button disabled={isReading} onClick={more}>
          {words.earlier}
        </Button>
      ) : null}
      <ol className="project-talk">
        {messages.map((message) => (
          <Said
            key={message.id}
            projectId={id}
            message={message}
            waits={message === last && message.authorSide === 'client'}
            canPropose={canSteer && project.archivedAt === null}
          />
        ))}
      </ol>
      {project.archivedAt === null ? (
        <div className="project-talk-write">
          <WriteMessage
            key={id}
            projectId={id}
            rows={4}
            answered={last?.authorSide === 'client' ? last.authorName : undefined}
          />
        </div>
      ) : null}
    </ProjectFrame>
  )
}

interface SaidProps {
  readonly projectId: string
  readonly message: Reply<typeof listProjectMessages>[number]
  readonly canPropose: boolean
  /** Whether it is a client's, and nobody answered it yet. */
  readonly waits: boolean
}

// An address has to stay short enough for proxies.
const proposedMost = 2_000

const Said = ({ projectId, message, canPropose, waits }: SaidProps) => {
  const words = useMessageWords()
  const { id: userId } = useReply(getMe)
  const { authorId, authorName, authorSide, content, createdAt } = message
  const name = authorSide === 'agent' ? words.agent : (authorName ?? words.somebody)
  return (
    <li className={authorSide === 'client' ? 'from-client' : undefined}>
      <div className="line wrap">
        <b className="cut" dir="auto" title={name}>
          {authorId === userId ? words.you : name}
        </b>
        {authorSide === 'client' ? <span className="tag">{words.client}</span> : null}
        <Age at={createdAt} className="quiet" />
        {waits ? (
          <State glyph="wait" tone="wait">
            {words.waits}
          </State>
        ) : null}
      </div>
      <ProseBlock text={content} />
      {canPropose && authorSide !== 'agent' ? (
        <div className="line">
          <LinkButton variant="plain" size="small" to={paths.newCycle(projectId, content.slice(0, proposedMost))}>
            {words.makeCycle}
          </LinkButton>
        </div>
      ) : null}
    </li>
  )
}
