import { createWebhook, updateWebhook } from '../../../../../domains/record/webhooks/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Conflict, DraftField } from '../../../parts/forms/draft-field.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { CopyButton } from '../../../parts/text/copy-button.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { ProjectChoice } from '../../../parts/forms/project-choice.tsx'
import { useDraft, type DraftOf } from '../../../parts/forms/use-draft.ts'
import { useAuditWords } from '../../../words/audit/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { changesOf, fieldsOf, noWebhook, type Webhook, type WebhookFields } from './webhook-fields.ts'

/** The name under which this tab keeps typed values for a webhook, or for a workspace's new webhook. */
export const typedWebhook = (id: string) => `webhook.${id}`

/** Adds a webhook, and shows its secret only this time. */
export const NewWebhook = ({ workspaceId, onDone }: { readonly workspaceId: string; readonly onDone: () => void }) => {
  const { add } = useAuditWords().webhooks
  const draft = useDraft(typedWebhook(workspaceId), noWebhook)
  const create = useOperation(createWebhook, { then: draft.clear })
  const send = () => {
    const { url, description, ...filters } = changesOf(draft.fields)
    if (url) create.mutate({ body: { url, ...(description && { description }), ...filters } })
  }
  if (create.data) return <ShownOnce secret={create.data.secret} onStored={onDone} />
  return <Fields draft={draft} verb={add} isBusy={create.isPending} error={create.error} onSend={send} isPanel />
}

/** Changes the address and the events of a webhook. */
export const EditWebhook = ({ webhook, onDone }: { readonly webhook: Webhook; readonly onDone: () => void }) => {
  const { save: verb } = useWords().conflict
  const draft = useDraft(typedWebhook(webhook.id), fieldsOf(webhook))
  const close = () => {
    draft.clear()
    onDone()
  }
  const change = useOperation(updateWebhook, { then: close })
  const send = () => {
    if (draft.conflicts.length > 0) return
    if (draft.isChanged) change.mutate({ params: { id: webhook.id }, body: changesOf(draft.mine) })
    else close()
  }
  return (
    <Fields draft={draft} verb={verb} isBusy={change.isPending} error={change.error} onSend={send} onCancel={close} />
  )
}

interface FieldsProps {
  readonly draft: DraftOf<WebhookFields>
  readonly verb: string
  readonly isBusy: boolean
  readonly error: Error | null
  readonly isPanel?: boolean
  readonly onSend: () => void
  readonly onCancel?: () => void
}

const Fields = ({ draft, verb, isBusy, error, isPanel = false, onSend, onCancel }: FieldsProps) => {
  const words = useAuditWords().webhooks
  const { projectIds } = draft.fields
  const { all, some } = words.chosenProjects
  const reachOf = (ids: readonly string[] | null) => (ids === null ? all : some(ids.length))
  return (
    <Form className={isPanel ? 'panel pad stack-16' : 'stack-16'} error={error} onSubmit={onSend}>
      <DraftField
        draft={draft}
        field="url"
        label={words.url}
        hint={words.urlHint}
        maxLength={2_048}
        type="url"
        inputMode="url"
        dir="ltr"
      />
      <DraftField draft={draft} field="description" label={words.description} maxLength={200} />
      <DraftField
        draft={draft}
        field="types"
        name="eventTypes"
        label={words.types}
        hint={words.typesHint}
        className="input mono"
        spellCheck={false}
        dir="ltr"
      />
      <div>
        <ProjectChoice
          chosen={projectIds}
          words={words.chosenProjects}
          onChoose={(ids) => draft.set('projectIds', ids)}
        />
        <Conflict draft={draft} field="projectIds" shown={reachOf(draft.saved.projectIds)} />
      </div>
      <FormFoot
        of={{ error, isPending: isBusy }}
        verb={verb}
        isDisabled={draft.fields.url.trim() === ''}
        onCancel={onCancel}
      />
    </Form>
  )
}

/** A secret that is shown once. It stays until the person confirms that it is stored. */
export const ShownOnce = ({ secret, onStored }: { readonly secret: string; readonly onStored: () => void }) => {
  const words = useAuditWords().webhooks
  return (
    <div className="panel pad stack-16" role="status">
      <p>{words.once}</p>
      <div className="line">
        <code className="command">{secret}</code>
        <CopyButton text={secret} label={words.copySecret} />
      </div>
      <div className="line">
        <Button variant="primary" onClick={onStored}>
          {words.stored}
        </Button>
      </div>
    </div>
  )
}
