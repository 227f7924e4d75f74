import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getMe } from '../../../../../domains/accounts/people/contract/me.ts'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { listProjectMessages } from '../../../../../domains/delivery/conversation/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Empty } from '../../../parts/feedback/empty.tsx'
import { Head } from '../../../parts/page.tsx'
import { ProseBlock } from '../../../parts/text/prose.tsx'
import { useMessageWords } from '../../../words/messages/index.ts'
import { useClientOf } from '../../../parts/story/use-clients-of.ts'
import { MakeCycle, Message } from '../../messages/message.tsx'
import { WriteMessage } from '../../messages/write-message.tsx'
import { ProjectFrame } from '../project-frame.tsx'

const newest = 100
const messagesOf = (id: string) => ({ params: { id }, query: { limit: newest } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = params.projectId!
  prefetch(getProject, { params: { id } })
  return prefetchPages(listProjectMessages, messagesOf(id))
}

/** The conversation of people of the agency and clients about a project as a whole. */
export default function ProjectMessagesPage() {
  const id = useParams().projectId!
  const words = useMessageWords()
  const { project, canSteer } = useReply(getProject, { params: { id } })
  const { rows: messages, more, isReading } = usePages(listProjectMessages, messagesOf(id))
  const canPropose = canSteer && project.archivedAt === null
  const last = messages.at(-1)
  const client = useClientOf(id)
  return (
    <ProjectFrame id={id}>
      <Head title={words.title} text={client === undefined ? '\u00a0' : client && words.ofThis(client.name)} />
      {more ? (
        <Button disabled={isReading} onClick={more}>
          {words.earlier}
        </Button>
      ) : null}
      <div className="panel rows messages">
        {messages.length === 0 ? <Empty title={words.none} text={words.nothingSaid} /> : null}
        {messages.map((message) => (
          <MessageRow
            key={message.id}
            projectId={id}
            message={message}
            waits={message === last && message.authorSide === 'client'}
            canPropose={canPropose && message !== last}
          />
        ))}
        {project.archivedAt === null ? (
          <div className="message-write">
            <WriteMessage
              key={id}
              projectId={id}
              rows={3}
              answered={last?.authorSide === 'client' ? last.authorName : undefined}
              beside={
                canPropose && last?.authorSide === 'client' ? <ProposedCycle projectId={id} message={last} /> : null
              }
            />
          </div>
        ) : null}
      </div>
    </ProjectFrame>
  )
}

interface MessageRowProps {
  readonly projectId: string
  readonly message: Reply<typeof listProjectMessages>[number]
  readonly canPropose: boolean
  /** Whether it is a client's message that nobody has answered. */
  readonly waits: boolean
}

// The text is in the address of the form, which has to stay short enough for proxies.
const proposedMost = 2_000

const ProposedCycle = ({ projectId, message: { content } }: Pick<MessageRowProps, 'projectId' | 'message'>) => (
  <MakeCycle projectId={projectId} text={content.slice(0, proposedMost)} />
)

const MessageRow = ({ projectId, message, canPropose, waits }: MessageRowProps) => {
  const words = useMessageWords()
  const me = useReply(getMe)
  const { authorId, authorName, authorSide, content, createdAt } = message
  const name = authorSide === 'agent' ? words.agent : (authorName ?? words.somebody)
  return (
    <Message
      name={authorId === me.id ? words.you : name}
      person={name}
      at={createdAt}
      place={authorSide === 'client' ? <span className="tag">{words.client}</span> : null}
      waits={waits}
    >
      <ProseBlock text={content} />
      {canPropose && authorSide === 'client' ? <ProposedCycle projectId={projectId} message={message} /> : null}
    </Message>
  )
}
