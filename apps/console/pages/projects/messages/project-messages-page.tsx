import { useState } from 'react'
import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import { getMe } from '../../../../../domains/accounts/people/contract/me.ts'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { listProjectMessages, sendProjectMessage } from '../../../../../domains/delivery/conversation/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { prefetch, useOperation, useReply } from '../../../api/use-operation.ts'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { Age } from '../../../parts/age.tsx'
import { Button, LinkButton } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { TextArea } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Head } from '../../../parts/page.tsx'
import { ProseBlock } from '../../../parts/prose.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { useDraft } from '../../../parts/use-draft.ts'
import { paths } from '../../../paths.ts'
import { useMessageWords } from '../../../words/messages/index.ts'
import { ProjectFrame } from '../project-frame.tsx'
import '../../messages/messages.css'

const newest = 100
const messageMost = 20_000
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
  const { oldestFirst: messages, more, isReading } = usePages(listProjectMessages, listed(id))
  return (
    <ProjectFrame id={id}>
      <Head
        title={words.title}
        text={words.ofThis}
        actions={
          <Link className="link" to={paths.messages}>
            {words.toAll}
          </Link>
        }
      />
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
            canPropose={canSteer && project.archivedAt === null}
          />
        ))}
      </ol>
      {project.archivedAt === null ? <Write key={id} projectId={id} /> : null}
    </ProjectFrame>
  )
}

interface SaidProps {
  readonly projectId: string
  readonly message: Reply<typeof listProjectMessages>[number]
  readonly canPropose: boolean
}

// An address has to stay short enough for proxies.
const proposedMost = 2_000

const Said = ({ projectId, message, canPropose }: SaidProps) => {
  const words = useMessageWords()
  const { id: userId } = useReply(getMe)
  const { authorId, authorName, authorSide, content, createdAt } = message
  const name = authorSide === 'agent' ? words.agent : (authorName ?? words.somebody)
  return (
    <li className={authorSide === 'client' ? 'from-client' : undefined}>
      <div className="line">
        <b className="cut" dir="auto" title={name}>
          {authorId === userId ? words.you : name}
        </b>
        {authorSide === 'client' ? <span className="tag">{words.client}</span> : null}
        <Age at={createdAt} className="quiet" />
      </div>
      <ProseBlock text={content} />
      {canPropose && authorSide !== 'agent' ? (
        <div className="line">
          <LinkButton size="small" to={paths.newCycle(projectId, content.slice(0, proposedMost))}>
            {words.makeCycle}
          </LinkButton>
        </div>
      ) : null}
    </li>
  )
}

const Write = ({ projectId }: { readonly projectId: string }) => {
  const words = useMessageWords()
  const draft = useDraft(`project-message.${projectId}`, { text: '' })
  const { text } = draft.fields
  const [isChecked, setChecked] = useState(false)
  const send = useOperation(sendProjectMessage, {
    then: () => {
      draft.clear()
      setChecked(false)
    },
  })
  const submit = () => {
    setChecked(true)
    if (text.trim()) send.mutate({ params: { id: projectId }, body: { content: text } })
  }
  return (
    <Form className="stack-16 project-talk-write" error={send.error} onSubmit={submit}>
      <TextArea
        name="content"
        label={words.write}
        maxLength={messageMost}
        rows={4}
        value={text}
        wrong={isChecked && !text.trim() ? words.missing : undefined}
        onChange={(event) => draft.set('text', event.target.value)}
      />
      <Refusal error={send.error} />
      <div className="line">
        <Button type="submit" variant="ink" isPending={send.isPending} pendingText={words.sending}>
          {words.send}
        </Button>
      </div>
    </Form>
  )
}
