import {
  createWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  replayWebhookEvents,
} from '../../../../../domains/record/webhooks/contract.ts'
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
import { useState } from 'react'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { hasTyped } from '../../../api/typed-values.ts'
import { useForm } from '../../../parts/forms/use-form.ts'

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
const EditWebhook = ({ webhook, onDone }: { readonly webhook: Webhook; readonly onDone: () => void }) => {
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
const ShownOnce = ({ secret, onStored }: { readonly secret: string; readonly onStored: () => void }) => {
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

type OpenForm = 'edit' | 'replay' | undefined

/** A form in which something was typed opens automatically. */
const firstOpened = (id: string): OpenForm => {
  if (hasTyped(typedWebhook(id))) return 'edit'
  return hasTyped(typedReplay(id)) ? 'replay' : undefined
}

export const WebhookActions = ({ webhook }: { readonly webhook: Webhook }) => {
  const words = useAuditWords().webhooks
  const { id, enabled } = webhook
  const [open, setOpen] = useState(() => firstOpened(id))
  const of = { params: { id } }
  const change = useOperation(updateWebhook)
  const probe = useOperation(testWebhook)
  const [secret, setSecret] = useState<string>()
  const close = () => setOpen(undefined)
  const toggle = (form: OpenForm) => setOpen(open === form ? undefined : form)
  if (secret !== undefined) return <ShownOnce secret={secret} onStored={() => setSecret(undefined)} />
  return (
    <div className="stack-16">
      <div className="line wrap">
        <Button isPending={probe.isPending} onClick={() => probe.mutate(of)}>
          {words.test}
        </Button>
        <Button isPending={change.isPending} onClick={() => change.mutate({ ...of, body: { enabled: !enabled } })}>
          {enabled ? words.switchOff : words.switchOn}
        </Button>
        <Button aria-expanded={open === 'edit'} onClick={() => toggle('edit')}>
          {words.edit}
        </Button>
        <ConfirmButton
          label={words.rotate}
          operation={rotateWebhookSecret}
          input={{ ...of, body: { overlapHours: 24 } }}
          then={(rotated) => setSecret(rotated.secret)}
          title={words.rotateAsk}
        >
          {words.rotateText}
        </ConfirmButton>
        <Button aria-expanded={open === 'replay'} onClick={() => toggle('replay')}>
          {words.replay}
        </Button>
        <ConfirmButton
          variant="danger"
          label={words.remove}
          operation={deleteWebhook}
          input={of}
          title={words.removeAsk(webhook.url)}
        >
          {words.removeText}
        </ConfirmButton>
      </div>
      <Refusal error={probe.error ?? change.error} />
      {open === 'edit' ? <EditWebhook webhook={webhook} onDone={close} /> : null}
      {open === 'replay' ? <ReplayForm id={id} onDone={close} /> : null}
    </div>
  )
}

const timestampIn = (text: string) => {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** The name under which this tab keeps the period that is typed. */
const typedReplay = (id: string) => `replay.${id}`

/** Sends the events of a period again, in their order. */
const ReplayForm = ({ id, onDone }: { readonly id: string; readonly onDone: () => void }) => {
  const words = useAuditWords().webhooks
  const form = useForm(replayWebhookEvents, {
    name: typedReplay(id),
    input: { params: { id } },
    saved: { from: '', until: '' },
    body: (typed) => {
      const until = timestampIn(typed.until)
      return { from: timestampIn(typed.from)!, ...(until !== undefined && { until }) }
    },
    then: onDone,
  })
  const isReady = timestampIn(form.fields.from) !== undefined
  const submit = () => isReady && form.submit()
  return (
    <Form className="stack-16" error={form.error} onSubmit={submit}>
      <DraftField draft={form} field="from" label={words.replayFrom} type="datetime-local" />
      <DraftField draft={form} field="until" label={words.replayUntil} hint={words.replayHint} type="datetime-local" />
      <FormFoot of={form} verb={words.replayNow} isDisabled={!isReady} />
    </Form>
  )
}
