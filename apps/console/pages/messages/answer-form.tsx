import { useState } from 'react'
import { sendProjectMessage } from '../../../../domains/delivery/conversation/contract.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../parts/button.tsx'
import { TextArea } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { useDraft } from '../../parts/use-draft.ts'
import { useMessageWords } from '../../words/messages/index.ts'

const messageMost = 20_000

/** Answers a project's conversation in its row. The text is the same draft as on the project's own page. */
export const AnswerForm = ({ projectId }: { readonly projectId: string }) => {
  const words = useMessageWords()
  const draft = useDraft(`project-message.${projectId}`, { text: '' })
  const { text } = draft.fields
  const [isChecked, setChecked] = useState(false)
  const send = useOperation(sendProjectMessage, { then: draft.clear })
  const submit = () => {
    setChecked(true)
    if (text.trim()) send.mutate({ params: { id: projectId }, body: { content: text } })
  }
  return (
    <Form className="stack-16" error={send.error} onSubmit={submit}>
      <TextArea
        name="content"
        label={words.write}
        maxLength={messageMost}
        rows={3}
        value={text}
        wrong={isChecked && !text.trim() ? words.missing : undefined}
        onChange={(event) => draft.set('text', event.target.value)}
      />
      <Refusal error={send.error} />
      <div className="line">
        <Button type="submit" variant="primary" isPending={send.isPending} pendingText={words.sending}>
          {words.send}
        </Button>
      </div>
    </Form>
  )
}
