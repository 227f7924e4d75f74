import { useState } from 'react'
import {
  deleteProjectEnvironment,
  type listProjectEnvironments,
  updateProjectEnvironment,
  createProjectEnvironment,
} from '../../../../../domains/code/environments/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { hasTyped } from '../../../api/typed-values.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { withEffect } from '../../../../../domains/code/environments/rules.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { useFields } from '../../../parts/forms/use-form.ts'
import { isWritable, readVariables, writeVariables } from './environment-variables.ts'

export type Environment = Reply<typeof listProjectEnvironments>[number]

export const EnvironmentPanel = ({ environment }: { readonly environment: Environment }) => {
  const words = useProjectWords().environments
  const { id, projectId, label, effect, isActive } = environment
  const [isEditing, setEditing] = useState(() => hasTyped(typedEnvironment(projectId, id)))
  const variables = Object.entries(effect.variables)
  if (isEditing) {
    return <EnvironmentForm projectId={projectId} environment={environment} onDone={() => setEditing(false)} />
  }
  return (
    <section className="panel">
      <div className="bar wrap">
        <h2 className="cut" dir="auto" title={label}>
          {label}
        </h2>
        <State glyph={isActive ? 'good' : 'stopped'} tone="plain">
          {isActive ? words.active : words.inactive}
        </State>
        <span className="grow" />
        <Actions environment={environment} onEdit={() => setEditing(true)} />
      </div>
      <dl className="kv pad">
        {variables.map(([name, value]) => (
          <Variable key={name} name={name} value={value} />
        ))}
        {effect.secrets.map((name) => (
          <Variable key={`secret ${name}`} name={name} value={words.secret} />
        ))}
        {variables.length + effect.secrets.length === 0 ? <dt>{words.nothingInIt}</dt> : null}
      </dl>
    </section>
  )
}

const shownChars = 300

const Variable = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <>
    <dt className="mono name">{name}</dt>
    <dd className="mono" dir="auto" title={value}>
      {value.length > shownChars ? `${value.slice(0, shownChars)}…` : value}
    </dd>
  </>
)

const Actions = ({ environment, onEdit }: { readonly environment: Environment; readonly onEdit: () => void }) => {
  const words = useProjectWords().environments
  const { id, projectId, label, isActive } = environment
  const change = useOperation(updateProjectEnvironment)
  const params = { projectId, id }
  return (
    <div className="line wrap">
      <Button
        size="small"
        aria-label={words.switchOf(label, isActive)}
        isPending={change.isPending}
        onClick={() => change.mutate({ params, body: { isActive: !isActive } })}
      >
        {isActive ? words.switchOff : words.switchOn}
      </Button>
      <Button size="small" aria-label={words.editOf(label)} onClick={onEdit}>
        {words.edit}
      </Button>
      <ConfirmButton
        variant="danger"
        size="small"
        aria-label={words.removeOf(label)}
        label={words.remove}
        operation={deleteProjectEnvironment}
        input={{ params }}
        title={words.removeAsk(label)}
      >
        {words.removeText}
      </ConfirmButton>
      <Refusal error={change.error} />
    </div>
  )
}

interface FormProps {
  readonly projectId: string
  /** The environment to change; undefined for a new environment. */
  readonly environment?: Reply<typeof listProjectEnvironments>[number]
  readonly onDone: () => void
}

/** The key under which this tab stores the typed values of an environment, or of a project's new environment. */
export const typedEnvironment = (projectId: string, id = 'new') => `environment.${projectId}.${id}`

/** Makes or changes an environment: its name, its variables line by line, and the secrets that checks get. */
export const EnvironmentForm = ({ projectId, environment, onDone }: FormProps) => {
  const words = useProjectWords().environments
  const effect = environment?.effect ?? { variables: {}, secrets: [] }
  // The field cannot hold a value of several lines, so such variables cannot be changed here.
  const isFixed = !isWritable(effect.variables)
  const read = (text: string) => (isFixed ? { variables: effect.variables } : readVariables(text))
  const draft = useFields(createProjectEnvironment, {
    name: typedEnvironment(projectId, environment?.id),
    saved: {
      label: environment?.label ?? '',
      variables: writeVariables(effect.variables),
      secrets: effect.secrets.join('\n'),
    },
    missing: words.nameMissing,
    check: ({ variables }) => {
      const { wrongLine } = read(variables)
      return { variables: wrongLine === undefined ? undefined : words.wrongLine(wrongLine) }
    },
  })
  const close = () => {
    draft.clear()
    onDone()
  }
  const create = useOperation(createProjectEnvironment, { then: close })
  const change = useOperation(updateProjectEnvironment, { then: close })
  const saving = environment ? change : create
  const submit = () =>
    draft.sendTo(() => {
      const { label, variables: text, secrets } = draft.fields
      const { variables = {} } = read(text)
      const namedSecrets = secrets.split(/\s+/).filter(Boolean)
      const config = withEffect(environment?.config ?? {}, { variables, secrets: namedSecrets })
      const body = { label: label.trim(), config }
      if (environment) change.mutate({ params: { projectId, id: environment.id }, body })
      else create.mutate({ params: { projectId }, body: { ...body, isActive: true } })
    })
  const lines = { isLong: true, className: 'area input mono', spellCheck: false, dir: 'ltr' } as const
  return (
    <Form className="panel pad stack-16" error={saving.error} onSubmit={submit}>
      <DraftField draft={draft} field="label" label={words.name} />
      <DraftField
        draft={draft}
        field="variables"
        name="config.variables"
        label={words.variables}
        {...lines}
        hint={isFixed ? words.variablesFixed : words.variablesHint}
        isReadOnly={isFixed}
      />
      <DraftField
        draft={draft}
        field="secrets"
        name="config.secrets"
        label={words.secrets}
        hint={words.secretsHint}
        {...lines}
      />
      <FormFoot of={saving} verb={environment ? words.save : words.add} onCancel={close} />
    </Form>
  )
}
