import type { KeyboardEvent, ReactNode } from 'react'
import { sendProjectMessage } from '../../../../domains/delivery/conversation/contract.ts'
import { DraftField } from '../../parts/forms/draft-field.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { FormFoot } from '../../parts/forms/form-foot.tsx'
import { useForm } from '../../parts/forms/use-form.ts'
import { useMessageWords } from '../../words/messages/index.ts'

interface WriteMessageProps {
  readonly projectId: string
  readonly rows: number
  /** The author of the message that is answered: null without a name, undefined if none waits. */
  readonly answered?: string | null | undefined
  /** Another answer, beside the button. */
  readonly beside?: ReactNode
}

/** Writes into the conversation of a project: one draft, wherever it is written. */
export const WriteMessage = ({ projectId, rows, answered, beside }: WriteMessageProps) => {
  const words = useMessageWords()
  const form = useForm(sendProjectMessage, {
    name: `project-message.${projectId}`,
    input: { params: { id: projectId } },
    saved: { content: '' },
    missing: words.missing,
    body: ({ content }) => ({ content }),
  })
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.submit()
  }
  return (
    <Form className="stack-16" error={form.error} onSubmit={form.submit}>
      <DraftField
        draft={form}
        field="content"
        label={answered === undefined ? words.write : words.answerTo(answered ?? words.somebody)}
        isLong
        rows={rows}
        onKeyDown={press}
      />
      <FormFoot of={form} verb={words.send} pendingText={words.sending}>
        <kbd className="hide-s">Ctrl Enter</kbd>
        {beside}
      </FormFoot>
    </Form>
  )
}
