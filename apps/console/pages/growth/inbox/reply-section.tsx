import { useState } from 'react'
import { sendGrowthReply } from '../../../../../domains/growth/inbox/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { TextArea } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { useDraft } from '../../../parts/use-draft.ts'
import { useGrowthInboxWords } from '../../../words/growth-inbox/index.ts'

/** Answers a lead. The typed text stays until it is sent. */
export const ReplySection = ({ leadId }: { readonly leadId: string }) => {
  const words = useGrowthInboxWords()
  const draft = useDraft(`growth-reply.${leadId}`, { body: '' })
  const [sent, setSent] = useState<Reply<typeof sendGrowthReply>>()
  const send = useOperation(sendGrowthReply, {
    then: (reply) => {
      draft.clear()
      setSent(reply)
    },
  })
  const submit = () => {
    setSent(undefined)
    send.mutate({ params: { leadId }, body: { body: draft.fields.body } })
  }
  return (
    <Section title={words.reply} text={words.replyText}>
      <Form className="panel pad stack" error={send.error} onSubmit={submit}>
        <TextArea
          name="body"
          label={words.body}
          rows={6}
          maxLength={5_000}
          required
          value={draft.fields.body}
          onChange={(event) => draft.set('body', event.target.value)}
        />
        <Refusal error={send.error} />
        <p role="status">{sent ? words.results[sent.status] : ''}</p>
        <div className="line wrap">
          <Button type="submit" variant="primary" isPending={send.isPending}>
            {words.send}
          </Button>
        </div>
      </Form>
    </Section>
  )
}
