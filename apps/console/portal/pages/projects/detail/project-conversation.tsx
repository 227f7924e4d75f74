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
import { useChange } from '../../../../api/use-change.ts'
import { useCurrentPortal, usePortalCall, usePortalPages } from '../../../current-portal.ts'
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
          <Said key={message.id} message={message} />
        ))}
      </ol>
      {isClosed ? null : <Write projectId={projectId} />}
    </section>
  )
}

const Said = ({ message: { authorId, authorName, authorSide, content, createdAt } }: { readonly message: Message }) => {
  const words = usePortalWords()
  const agency = useAgency()
  const { me } = useCurrentPortal()
  const { moment } = useDates()
  const isMine = authorId === me.id
  const name = authorSide === 'agent' ? words.project.assistant(agency.name) : (authorName ?? words.thing.somebody)
  return (
    <li className={isMine ? 'message mine' : 'message'}>
      <div className="small">
        <b dir="auto">{isMine ? words.thing.you : name}</b>&nbsp;· {moment(createdAt)}
      </div>
      <ProseBlock text={content} />
    </li>
  )
}

const Write = ({ projectId }: { readonly projectId: string }) => {
  const words = usePortalWords().project
  const agency = useAgency()
  const call = usePortalCall()
  const form = useFields(sendProjectMessage, {
    name: `message.${projectId}`,
    saved: { content: '' },
    missing: words.missing,
  })
  const send = useChange(
    (content: string) => call(sendProjectMessage, { params: { id: projectId }, body: { content } }),
    { calls: [sendProjectMessage], then: form.clear },
  )
  const submit = () => form.sendTo(() => send.mutate(form.fields.content))
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
