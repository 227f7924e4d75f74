import type { KeyboardEvent, SyntheticEvent } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { listAiModels } from '../../../../../../../domains/agents/models/contract.ts'
import { sendCycleMessage } from '../../../../../../../domains/delivery/conversation/contract.ts'
import { useLateReply } from '../../../../../api/use-operation.ts'
import { useRole } from '../../../../../api/use-role.ts'
import { Button } from '../../../../../parts/forms/button.tsx'
import { DraftField } from '../../../../../parts/forms/draft-field.tsx'
import { usableModel } from '../../../../../parts/models/working-model.ts'
import { useFields } from '../../../../../parts/forms/use-form.ts'
import { Refusal } from '../../../../../parts/feedback/refusal.tsx'
import { useTalkWords } from '../../../../../words/conversation/index.ts'
import { AttachmentList } from '../../attachments/attachment-list.tsx'
import { FileDrop } from '../../attachments/file-drop.tsx'
import { useAddFiles, type Attachment } from '../../attachments/use-attachments.ts'

interface ComposerProps {
  readonly cycleId: string
  readonly agentId: string | null
  readonly canSteer: boolean
  readonly isAtWork: boolean
  /** The files of the cycle. */
  readonly files: readonly Attachment[]
  readonly onSend: (content: string, messageId?: string) => void
}

/** The form for a message to the agents or the people of a cycle. */
export const Composer = ({ cycleId, agentId, canSteer, isAtWork, files, onSend }: ComposerProps) => {
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
