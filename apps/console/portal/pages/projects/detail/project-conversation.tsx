import { listProjectMessages, sendProjectMessage } from '../../../../../../domains/delivery/conversation/contract.ts'
import type { Reply } from '../../../../../../platform/client/index.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { inputOf } from '../../../../parts/forms/draft-field.tsx'
import { TextArea } from '../../../../parts/forms/field.tsx'
import { Form } from '../../../../parts/forms/form.tsx'
import { ProseBlock } from '../../../../parts/text/prose.tsx'
import { useFields } from '../../../../parts/forms/use-form.ts'
import { useAgency } from '../../../parts/use-agency.tsx'
import { PortalError } from '../../../parts/portal-error.tsx'
import { usePortalChange } from '../../../use-portal-change.ts'
import { useCurrentPortal, usePortalPages } from '../../../current-portal.ts'
import { useDates } from '../../../use-dates.ts'
import { usePortalWords } from '../../../../words/portal/index.ts'

type Message = Reply<typeof listProjectMessages>[number]

interface ProjectConversationProps {
  readonly projectId: string
  readonly isClosed: boolean
}

/** The conversation about a project, and a field for a new message. */
export default function ProjectConversation({ projectId, isClosed }: ProjectConversationProps) {
  const words = usePortalWords().project
  const agency = useAgency()
  const input = { params: { id: projectId }, query: { limit: 100 } }
  const { rows: messages, more, isReading } = usePortalPages(listProjectMessages, input)
  return (
    <section className="sect">
      <h2>{words.talk}</h2>
      {messages.length === 0 ? <p className="small">{words.noTalk(agency.name)}</p> : null}
      {more ? (
        <Button disabled={isReading} onClick={more}>
          {words.earlier}
        </Button>
      ) : null}
      <ol className="message-list">
        {messages.map((message) => (
          <SentMessage key={message.id} message={message} />
        ))}
      </ol>
      {isClosed ? null : <MessageForm projectId={projectId} />}
    </section>
  )
}

const SentMessage = ({ message }: { readonly message: Message }) => {
  const { authorId, authorName, authorSide, content, createdAt } = message
  const words = usePortalWords()
  const agency = useAgency()
  const { me } = useCurrentPortal()
  const { moment } = useDates()
  const isMine = authorId === me.id
  const author = authorName ?? words.thing.somebody
  const name =
    authorSide === 'agent'
      ? words.project.assistant(agency.name)
      : authorSide === 'agency'
        ? `${author}, ${agency.name}`
        : author
  return (
    <li className={isMine ? 'message mine' : 'message'}>
      <div className="small">
        <b dir="auto">{isMine ? words.thing.you : name}</b>&nbsp;· {moment(createdAt)}
      </div>
      <ProseBlock text={content} />
    </li>
  )
}

const MessageForm = ({ projectId }: { readonly projectId: string }) => {
  const words = usePortalWords().project
  const agency = useAgency()
  const form = useFields(sendProjectMessage, {
    name: `message.${projectId}`,
    saved: { content: '' },
    missing: words.missing,
  })
  const send = usePortalChange(sendProjectMessage, form.clear)
  const submit = () => form.sendTo(() => send.mutate({ params: { id: projectId }, body: form.fields }))
  return (
    <Form className="stack" error={send.error} onSubmit={submit}>
      <TextArea {...inputOf(form, 'content')} label={words.write(agency.name)} rows={3} />
      <PortalError error={send.error} />
      <Button type="submit" isPending={send.isPending} pendingText={words.sending}>
        {words.send}
      </Button>
    </Form>
  )
}
