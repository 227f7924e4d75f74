import type { SyntheticEvent } from 'react'
import { createWebhook, listWebhooks } from '../../../../domains/record/webhooks/contract.ts'
import { useOperation } from '../../api/use-operation.ts'
import { TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { useKeptForm } from '../../parts/use-kept-form.ts'
import { useAuditWords } from '../../words/audit/use-words.ts'
import { useRole } from '../settings/use-role.ts'
import { ShownOnce } from './shown-once.tsx'

/** The name under which this tab keeps what is typed of a new webhook. */
export const typedWebhook = (workspaceId: string) => `webhook.${workspaceId}`

const nothing = { url: '', description: '', types: '' }

/** Adds a webhook, and shows its secret this one time. */
export const NewWebhook = ({ onDone }: { readonly onDone: () => void }) => {
  const words = useAuditWords().webhooks
  const { workspace } = useRole()
  const { values, set, forget } = useKeptForm(typedWebhook(workspace.id), nothing)
  const { url, description, types } = values
  const create = useOperation(createWebhook, { refreshes: [listWebhooks], then: forget })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const eventTypes = types.split(/[\s,]+/).filter(Boolean)
    if (url.trim() === '') return
    create.mutate({
      body: {
        url: url.trim(),
        ...(description.trim() !== '' && { description: description.trim() }),
        ...(eventTypes.length > 0 && { eventTypes }),
      },
    })
  }
  if (create.data) return <ShownOnce secret={create.data.secret} onStored={onDone} />
  return (
    <Form className="panel pad stack-16" error={create.error} onSubmit={submit}>
      <TextField
        name="url"
        {...{ label: words.url, hint: words.urlHint, value: url, maxLength: 2_048, type: 'url', inputMode: 'url' }}
        onChange={(event) => set({ url: event.target.value })}
      />
      <TextField
        {...{ name: 'description', label: words.description, value: description, maxLength: 200, dir: 'auto' }}
        onChange={(event) => set({ description: event.target.value })}
      />
      <TextField
        {...{ name: 'eventTypes', label: words.types, hint: words.typesHint, value: types, className: 'input mono' }}
        onChange={(event) => set({ types: event.target.value })}
      />
      <Refusal error={create.error} />
      <div className="line">
        <button type="submit" className="btn primary" disabled={create.isPending || url.trim() === ''}>
          {words.add}
        </button>
      </div>
    </Form>
  )
}
