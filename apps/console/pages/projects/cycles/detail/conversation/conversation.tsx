import ArrowDown from 'lucide-react/icons/arrow-down'
import { useSearchParams } from 'react-router'
import { getMe } from '../../../../../../../domains/accounts/people/contract/me.ts'
import { useLateReply } from '../../../../../api/use-operation.ts'
import { Button } from '../../../../../parts/forms/button.tsx'
import { Empty } from '../../../../../parts/feedback/empty.tsx'
import { Refusal } from '../../../../../parts/feedback/refusal.tsx'
import { withParam } from '../../../../../paths.ts'
import { useTalkWords } from '../../../../../words/conversation/index.ts'
import { useWords } from '../../../../../words/shell/index.ts'
import { useAttachments, useAddFiles, type Attachment } from '../../attachments/use-attachments.ts'
import { type Entry, entriesOf } from '../../../../../parts/story/live-turn.ts'
import { TurnOf } from './conversation-turn.tsx'
import { useSyncExternalStore, type KeyboardEvent, type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react'
import { listAgents } from '../../../../../../../domains/agents/agents/contract.ts'
import { fetchUntilNewPage } from '../../../../../api/fetch-until-new-page.ts'
import { useLateRows } from '../../../../../api/use-pages.ts'
import { outboxIn } from './outbox.ts'
import { useMessages } from './use-messages.ts'
import { v7 as uuidv7 } from 'uuid'
import { listAiModels } from '../../../../../../../domains/agents/models/contract.ts'
import { sendCycleMessage } from '../../../../../../../domains/delivery/conversation/contract.ts'
import { useRole } from '../../../../../api/use-role.ts'
import { DraftField } from '../../../../../parts/forms/draft-field.tsx'
import { usableModel } from '../../../../../parts/models/working-model.ts'
import { useFields } from '../../../../../parts/forms/use-form.ts'
import { AttachmentList } from '../../attachments/attachment-list.tsx'
import { FileDrop } from '../../attachments/file-drop.tsx'

interface ConversationProps {
  readonly projectId: string
  readonly cycleId: string
  readonly canSteer: boolean
  /** Whether an agent of the cycle is at work, and receives messages. */
  readonly isAtWork: boolean
}

/** The messages of people and agents about a cycle, and the field for a new one. */
export const Conversation = ({ projectId, cycleId, canSteer, isAtWork }: ConversationProps) => {
  const words = useTalkWords()
  const [query] = useSearchParams()
  const agentId = query.get('with')
  const me = useLateReply(getMe).data
  const agents = useAgents(projectId)
  const { data, error, isLoading, refetch, ...earlier } = useMessages(cycleId, agentId)
  const outbox = outboxIn(cycleId)
  const turns = useSyncExternalStore(outbox.subscribe, outbox.turns).filter((turn) => turn.agentId === agentId)
  const entries = entriesOf(data?.pages.toReversed().flatMap(({ rows }) => rows) ?? [], turns)
  const files = useAttachments(cycleId)
  const { box, hasNew, toEnd, stay, onScroll } = useStickToBottom(newestOf(entries))
  if (entries.length === 0 && !error && agentId === null && query.get('side') !== 'talk') return null
  return (
    <aside className="talk" aria-label={words.title}>
      <div className="bar">
        <h2>{words.title}</h2>
        <span className="grow" />
        <ThreadChoice agents={agents.speakable} chosen={agentId} />
      </div>
      {/* The scrolling part is reached by the keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="said" ref={box} onScroll={onScroll} tabIndex={0} role="region" aria-label={words.title}>
        {earlier.hasNextPage ? (
          <Button
            size="small"
            disabled={earlier.isFetchingNextPage}
            onClick={() => void fetchUntilNewPage(earlier.fetchNextPage, data?.pages.length ?? 0)}
          >
            {earlier.isFetchingNextPage ? words.loadingEarlier : words.earlier}
          </Button>
        ) : null}
        <Refusal error={error} onRetry={() => void refetch()} />
        {!isLoading && !error && entries.length === 0 ? (
          <Empty title={words.none} text={agentId === null ? words.noneText : words.noneThread} />
        ) : null}
        <ol>
          {entries.map((entry) => (
            <TurnOf key={entry.key} entry={entry} me={me} outbox={outbox} files={files} nameOf={agents.nameOf} />
          ))}
        </ol>
      </div>
      {hasNew ? (
        <Button size="small" className="to-end" icon={ArrowDown} onClick={toEnd}>
          {words.newest}
        </Button>
      ) : null}
      <Composer
        cycleId={cycleId}
        agentId={agentId}
        canSteer={canSteer}
        isAtWork={isAtWork}
        files={files}
        onSend={(content, messageId) => {
          stay()
          outbox.say(content, agentId, messageId)
        }}
      />
    </aside>
  )
}

/** A text that changes whenever the end of the conversation grows. */
const newestOf = (entries: readonly Entry[]): string => {
  const last = entries.at(-1)
  const parts = last?.turn?.voices.flatMap((voice) => voice.parts) ?? []
  const end = parts.at(-1)
  return [entries.length, last?.key, last?.turn?.state, parts.length, end?.kind === 'words' && end.text.length].join(
    ' ',
  )
}

interface ThreadChoiceProps {
  readonly agents: readonly { readonly id: string; readonly name: string }[]
  readonly chosen: string | null
}

/** Chooses the receiver of messages, which is in the address: all agents at work, or one agent. */
const ThreadChoice = ({ agents, chosen }: ThreadChoiceProps) => {
  const words = useTalkWords()
  const [query, setQuery] = useSearchParams()
  const choose = (id: string) =>
    setQuery(withParam(query, 'with', id).search, { replace: true, preventScrollReset: true })
  return (
    <select
      className="thread-choice"
      aria-label={words.with}
      value={chosen ?? ''}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="">{words.everyone}</option>
      {agents.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {chosen === null || agents.some(({ id }) => id === chosen) ? null : <option value={chosen}>{words.agent}</option>}
    </select>
  )
}

/** The agents that may be spoken to in a project, by their names. */
const useAgents = (projectId: string) => {
  const nameOf = useWords().agentName
  const rows = useLateRows(listAgents, 1_000, { query: { projectId } }).data ?? []
  const agents = rows.map((agent) => ({ ...agent, name: nameOf(agent.name) }))
  return {
    nameOf: (id: string) => agents.find((agent) => agent.id === id)?.name,
    speakable: agents.filter(({ duty, role }) => duty === 'executor' && (role === null || role === 'coder')),
  }
}

interface ComposerProps extends Omit<ConversationProps, 'projectId'> {
  readonly agentId: string | null
  /** The files of the cycle. */
  readonly files: readonly Attachment[]
  readonly onSend: (content: string, messageId?: string) => void
}

/** The form for a message to the agents or the people of a cycle. */
const Composer = ({ cycleId, agentId, canSteer, isAtWork, files, onSend }: ComposerProps) => {
  const words = useTalkWords()
  const form = useFields(sendCycleMessage, {
    name: `say.${cycleId}.${agentId ?? ''}`,
    saved: { content: '', messageId: '' },
    missing: words.missing,
  })
  const { content, messageId } = form.fields
  const { workspace } = useRole()
  const models = useLateReply(listAiModels, { params: { workspaceId: workspace.id } }).data?.data
  // If no agent runs, a connected model answers.
  const isAnswered = models !== undefined && usableModel(models) !== undefined
  const add = useAddFiles(cycleId)
  const attached = files.filter((file) => messageId !== '' && file.messageId === messageId)
  const hint = canSteer
    ? isAtWork
      ? words.hints.steers
      : isAnswered
        ? words.hints.asks
        : words.hints.waits
    : words.hints.people
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    form.sendTo(() => {
      if (add.isPending) return
      onSend(content, messageId === '' ? undefined : messageId)
      form.clear()
    })
  }
  // The message is sent under the id that its files were added with.
  const addFiles = (added: readonly File[]) => {
    const id = messageId === '' ? uuidv7() : messageId
    if (messageId === '') form.set('messageId', id)
    add.mutate({ files: added, messageId: id })
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event)
  }
  return (
    <form className="composer" onSubmit={send} noValidate>
      <DraftField draft={form} field="content" label={words.message} hint={hint} isLong rows={2} onKeyDown={press} />
      <AttachmentList files={attached} />
      <FileDrop isPending={add.isPending} onFiles={addFiles} />
      <Refusal error={add.error} />
      <div className="line">
        <span className="grow" />
        <kbd className="hide-s">Ctrl Enter</kbd>
        <Button type="submit" variant="primary" size="small" disabled={add.isPending}>
          {words.send}
        </Button>
      </div>
    </form>
  )
}

/** A list that is scrolled this near to its end counts as at its end. */
const nearPx = 48

/** Scrolls a growing list to its end, unless the person reads further up: then `hasNew` announces new entries. */
const useStickToBottom = (newest: string) => {
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const [hasNew, setNew] = useState(false)
  const toEnd = () => {
    const list = box.current
    if (list) list.scrollTop = list.scrollHeight
    setNew(false)
  }
  useLayoutEffect(() => {
    if (isAtEnd.current) toEnd()
    else setNew(true)
  }, [newest])
  const onScroll = () => {
    const list = box.current
    if (!list) return
    isAtEnd.current = list.scrollHeight - list.scrollTop - list.clientHeight < nearPx
    if (isAtEnd.current) setNew(false)
  }
  const stay = () => {
    isAtEnd.current = true
  }
  return { box, hasNew, toEnd, stay, onScroll }
}
