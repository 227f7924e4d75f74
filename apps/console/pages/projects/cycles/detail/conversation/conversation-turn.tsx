import { lazy, Suspense } from 'react'
import { useAges, useFormat } from '../../../../../format.ts'
import type { Me } from '../../../../../api/workspace.ts'
import { initials } from '../../../../../parts/initials.ts'
import { useTalkWords } from '../../../../../words/conversation/index.ts'
import { AttachmentList } from '../../attachments/attachment-list.tsx'
import type { Attachment } from '../../attachments/use-attachments.ts'
import { Line, Text } from './message-line.tsx'
import type { Entry, Message } from '../../../../../parts/story/live-turn.ts'
import type { Outbox } from './outbox.ts'
import { TurnEnd } from './turn-end.tsx'
import { AgentReplyView } from './agent-reply.tsx'

const PinPicture = lazy(async () => ({
  default: (await import('../../../../../parts/preview-pictures/pin-picture.tsx')).PinPicture,
}))

interface TurnProps {
  readonly entry: Entry
  readonly me: Me | undefined
  readonly outbox: Outbox
  /** Those of the cycle. */
  readonly files: readonly Attachment[]
  readonly nameOf: (agentId: string) => string | undefined
}

/** A message, its fate, and its answer as it arrives. */
export const TurnOf = ({ entry: { message, turn }, me, outbox, files, nameOf }: TurnProps) => {
  const words = useTalkWords()
  if (!message && !turn) return null
  return (
    <>
      {message ? (
        <Said message={message} isMine={message.authorId === me?.id} files={filesOf(files, message.id)} />
      ) : (
        <Line name={words.you} face={me ? initials(me.name) : ''} at={turn!.at}>
          <Text text={turn!.content} />
          <AttachmentList files={filesOf(files, turn!.messageId)} />
          {turn!.state === 'sending' ? <p className="quiet">{words.sending}</p> : null}
        </Line>
      )}
      {turn?.voices.map((voice) => (
        <AgentReplyView
          key={`${voice.agentId} ${voice.taskId}`}
          voice={voice}
          name={nameOf(voice.agentId) ?? words.agent}
          isSpeaking={turn.state === 'answering'}
        />
      ))}
      {turn ? <TurnEnd turn={turn} outbox={outbox} /> : null}
    </>
  )
}

const filesOf = (files: readonly Attachment[], id: string) => files.filter(({ messageId }) => messageId === id)

interface SaidProps {
  readonly message: Message
  readonly isMine: boolean
  readonly files: readonly Attachment[]
}

const Said = ({ message, isMine, files }: SaidProps) => {
  const words = useTalkWords()
  const { authorName, authorSide, content, createdAt, isCut, pin } = message
  const isAgent = authorSide === 'agent'
  const name = isMine ? words.you : (authorName ?? (isAgent ? words.agent : words.somebody))
  return (
    <Line
      name={name}
      face={isAgent ? undefined : initials(authorName ?? '?')}
      at={createdAt}
      note={authorSide === 'client' ? words.client : undefined}
    >
      <Text text={content} />
      <AttachmentList files={files} />
      {pin ? (
        <Suspense>
          <PinPicture pin={pin} />
        </Suspense>
      ) : null}
      {isCut ? <p className="quiet">{words.isCut}</p> : null}
      <Given message={message} />
    </Line>
  )
}

/** Whether an agent got a person's message. */
const Given = ({ message: { authorSide, drives, givenAt } }: { readonly message: Message }) => {
  const words = useTalkWords()
  const { whole } = useFormat()
  const { age } = useAges()
  if (authorSide === 'agent') return null
  if (!drives) return <p className="quiet">{words.forPeople}</p>
  if (givenAt === null) return null
  return (
    <p className="quiet" title={whole(givenAt)}>
      {words.given(age(givenAt))}
    </p>
  )
}
