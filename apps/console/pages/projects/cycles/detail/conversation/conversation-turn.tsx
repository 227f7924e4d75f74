import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useAges, useFormat } from '../../../../../format.ts'
import type { Me } from '../../../../../api/workspace.ts'
import { initials } from '../../../../../parts/text/initials.ts'
import { useTalkWords } from '../../../../../words/conversation/index.ts'
import { AttachmentList } from '../../attachments/attachment-list.tsx'
import type { Attachment } from '../../attachments/use-attachments.ts'
import type {
  Entry,
  Message,
  TurnFailure,
  LiveTurn,
  ToolUse,
  AgentReply,
} from '../../../../../parts/story/live-turn.ts'
import type { Outbox } from './outbox.ts'
import { explainCode } from '../../../../../errors.ts'
import { Button } from '../../../../../parts/forms/button.tsx'
import { Explanation, Refusal } from '../../../../../parts/feedback/refusal.tsx'
import { useWords } from '../../../../../words/shell/index.ts'
import { subjectOf } from '../../../../../../../domains/delivery/runs/rules/step-subject.ts'
import { Glyph } from '../../../../../parts/text/glyph.tsx'
import { toolAction } from '../transcript-steps.ts'
import { stepIcons } from '../step-icons.ts'
import Bot from 'lucide-react/icons/bot'
import { Age } from '../../../../../parts/text/age.tsx'
import { Prose } from '../../../../../parts/text/prose.tsx'

const PinPicture = lazy(async () => ({
  default: (await import('../../../../../parts/preview-pictures/pin-picture.tsx')).PinPicture,
}))

interface TurnProps {
  readonly entry: Entry
  readonly me: Me | undefined
  readonly outbox: Outbox
  /** The files of the cycle. */
  readonly files: readonly Attachment[]
  readonly nameOf: (agentId: string) => string | undefined
}

/** A message, its delivery, and the answer as it arrives. */
export const TurnOf = ({ entry: { message, turn }, me, outbox, files, nameOf }: TurnProps) => {
  const words = useTalkWords()
  if (!message && !turn) return null
  return (
    <>
      {message ? (
        <SentMessage message={message} isMine={message.authorId === me?.id} files={filesOf(files, message.id)} />
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

interface SentMessageProps {
  readonly message: Message
  readonly isMine: boolean
  readonly files: readonly Attachment[]
}

const SentMessage = ({ message, isMine, files }: SentMessageProps) => {
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
      <DeliveryNote message={message} />
    </Line>
  )
}

/** Whether a person's message is for agents, and when they received it. */
const DeliveryNote = ({ message: { authorSide, drives, givenAt } }: { readonly message: Message }) => {
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

/** How a turn ended, if it did not end in an answer, and the possible actions. */
const TurnEnd = ({ turn, outbox }: { readonly turn: LiveTurn; readonly outbox: Outbox }) => {
  const words = useTalkWords()
  const { errors } = useWords()
  const { state, outcome, isStored } = turn
  if (state === 'cut' || state === 'refused')
    return (
      <li className="turn-end">
        {state === 'refused' ? <Refusal error={turn.error} /> : <p>{isStored ? words.cutAnswer : words.cut}</p>}
        <div className="line wrap">
          <Button size="small" onClick={() => outbox.again(turn)}>
            {isStored ? words.follow : words.again}
          </Button>
          <Button variant="plain" size="small" onClick={() => outbox.drop(turn)}>
            {words.drop}
          </Button>
        </div>
      </li>
    )
  if (state === 'answering' && turn.voices.length === 0)
    return (
      <li className="turn-end quiet">
        <span className="caret" aria-hidden="true" />
      </li>
    )
  if (turn.error !== undefined) {
    const { code, message } = turn.error as TurnFailure
    return (
      <li className="turn-end">
        <Explanation explained={explainCode(code, message, errors)} />
      </li>
    )
  }
  const ending = outcome ? words.outcomes[outcome] : ''
  return state === 'over' && ending !== '' ? <li className="turn-end quiet">{ending}</li> : null
}

/** How many of the newest parts of a reply are drawn. */
const partsShown = 12

interface AgentReplyProps {
  readonly voice: AgentReply
  readonly name: string
  readonly isSpeaking: boolean
}

/** The newest words and actions of an agent, as they arrive. */
const AgentReplyView = ({ voice: { parts }, name, isSpeaking }: AgentReplyProps) => {
  const words = useTalkWords()
  const newest = parts.slice(-partsShown)
  const hiddenCount = parts.length - newest.length
  return (
    <Line name={name} face={undefined}>
      {hiddenCount > 0 ? <p className="quiet">{words.earlierSteps(hiddenCount)}</p> : null}
      {newest.map((part, at) => {
        const isLast = isSpeaking && at === newest.length - 1
        if (part.kind === 'tool') return <Tool key={hiddenCount + at} use={part} />
        return (
          <div key={hiddenCount + at} className="txt">
            <Text text={part.text} />
            {part.isCut ? <p className="quiet">{words.isCut}</p> : null}
            {isLast ? <span className="caret" aria-hidden="true" /> : null}
          </div>
        )
      })}
    </Line>
  )
}

const Tool = ({ use: { tool, input, ok } }: { readonly use: ToolUse }) => {
  const words = useWords()
  const { running } = useTalkWords()
  const kind = toolAction(tool)
  const Icon = stepIcons[kind]
  const subject = input === null ? (tool ?? '') : subjectOf(kind === 'used' ? `${tool} ${input}` : input)
  return (
    <p className="tool">
      <Icon className="i" aria-hidden="true" />
      <span className="cut">
        {words.cycle.did[kind]}{' '}
        <span className="mono" title={subject}>
          {subject}
        </span>
      </span>
      {ok === undefined ? <span className="quiet">{running}</span> : null}
      {ok === false ? (
        <span className="tag bad">
          <Glyph name="bad" />
          {words.cycle.fail}
        </span>
      ) : null}
    </p>
  )
}

interface LineProps {
  readonly name: string
  /** The initials of a person; undefined for an agent, who has a picture. */
  readonly face: string | undefined
  readonly at?: string
  readonly note?: string | undefined
  readonly children: ReactNode
}

/** A message of a conversation with its author. */
const Line = ({ name, face, at, note, children }: LineProps) => (
  <li className="turn">
    <span className={face === undefined ? 'avatar bot' : 'avatar'} aria-hidden="true">
      {face ?? <Bot className="i" />}
    </span>
    <div className="who">
      <b className="cut" dir="auto" title={name}>
        {name}
      </b>
      {note === undefined ? null : <span className="tag">{note}</span>}
      {at === undefined ? null : <Age at={at} />}
    </div>
    <div className="txt">{children}</div>
  </li>
)

const textMost = 1_600

/** A text; a long text is cut, with a button for the rest. */
const Text = ({ text }: { readonly text: string }) => {
  const words = useWords().cycle
  const [isWhole, setWhole] = useState(false)
  const isLong = text.length > textMost + 200
  return (
    <>
      <Prose text={isLong && !isWhole ? `${text.slice(0, textMost)}…` : text} />
      {isLong ? (
        <Button variant="plain" size="small" onClick={() => setWhole(!isWhole)}>
          {isWhole ? words.showLess : words.showMore}
        </Button>
      ) : null}
    </>
  )
}
