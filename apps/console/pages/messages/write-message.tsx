import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { sendProjectMessage } from '../../../../domains/delivery/conversation/contract.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../parts/button.tsx'
import { TextArea } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { useDraft } from '../../parts/use-draft.ts'
import { useMessageWords } from '../../words/messages/index.ts'

const messageMost = 20_000

interface WriteMessageProps {
  readonly projectId: string
  readonly rows: number
  /** The author of the message that is answered: null without a name, undefined if none waits. */
  readonly answered?: string | null | undefined
  /** Further actions beside the button that sends. */
  readonly children?: ReactNode
}

/** Writes into the conversation of a project: one draft, wherever it is written. */
export const WriteMessage = ({ projectId, rows, answered, children }: WriteMessageProps) => {
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
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
  }
  return (
    <Form className="stack-16" error={send.error} onSubmit={submit}>
      <TextArea
        name="content"
        label={answered === undefined ? words.write : words.answerTo(answered ?? words.somebody)}
        maxLength={messageMost}
        rows={rows}
        value={text}
        wrong={isChecked && !text.trim() ? words.missing : undefined}
        onChange={(event) => draft.set('text', event.target.value)}
        onKeyDown={press}
      />
      <Refusal error={send.error} />
      <div className="line">
        <Button type="submit" variant="ink" isPending={send.isPending} pendingText={words.sending}>
          {words.send}
        </Button>
        <kbd className="hide-s">Ctrl Enter</kbd>
        <span className="grow" />
        {children}
      </div>
    </Form>
  )
}
