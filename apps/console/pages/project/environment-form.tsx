import { useState, type SyntheticEvent } from 'react'
import {
  createProjectEnvironment,
  listProjectEnvironments,
  updateProjectEnvironment,
} from '../../../../domains/code/environments/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { useOperation } from '../../api/use-operation.ts'
import { TextArea, TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { useProjectWords } from '../../words/project/use-words.ts'
import { useWords } from '../../words/use-words.ts'
import { isWritable, readVariables, writeVariables } from './variables.ts'

interface FormProps {
  readonly projectId: string
  /** The one that is changed; a new one is made without it. */
  readonly environment?: Reply<typeof listProjectEnvironments>[number]
  readonly onDone: () => void
}

const useSave = ({ projectId, environment, onDone }: FormProps) => {
  const told = { refreshes: [listProjectEnvironments], then: onDone }
  const create = useOperation(createProjectEnvironment, told)
  const change = useOperation(updateProjectEnvironment, told)
  return {
    error: create.error ?? change.error,
    isBusy: create.isPending || change.isPending,
    save: (body: { label: string; config: { variables: Record<string, string>; secrets: string[] } }) =>
      environment
        ? change.mutate({ params: { projectId, id: environment.id }, body })
        : create.mutate({ params: { projectId }, body: { ...body, isActive: true } }),
  }
}

/** Makes or changes an environment: its name, its variables line by line, and the secrets that checks get. */
export const EnvironmentForm = (props: FormProps) => {
  const words = useProjectWords().environments
  const { cancel } = useWords()
  const { environment, onDone } = props
  const config = environment?.config ?? { variables: {}, secrets: [] }
  const [label, setLabel] = useState(environment?.label ?? '')
  const [text, setText] = useState(writeVariables(config.variables))
  const [secrets, setSecrets] = useState(config.secrets.join('\n'))
  const [isChecked, setChecked] = useState(false)
  const { save, error, isBusy } = useSave(props)
  const read = readVariables(text)
  // Lines cannot say a value of several: those variables stay as they are.
  const isFixed = !isWritable(config.variables)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setChecked(true)
    const variables = isFixed ? config.variables : read.variables
    if (!label.trim() || !variables) return
    save({ label: label.trim(), config: { variables, secrets: secrets.split(/\s+/).filter(Boolean) } })
  }
  return (
    <Form className="panel pad stack-16" error={error} onSubmit={submit}>
      <TextField
        {...{ name: 'label', label: words.name, value: label, maxLength: 100, dir: 'auto' }}
        wrong={isChecked && !label.trim() ? words.nameMissing : undefined}
        onChange={(event) => setLabel(event.target.value)}
      />
      <TextArea
        name="config.variables"
        {...{ label: words.variables, hint: isFixed ? words.variablesFixed : words.variablesHint, value: text }}
        {...{ className: 'area input mono', spellCheck: false, readOnly: isFixed, dir: 'ltr' }}
        wrong={isChecked && !isFixed && read.wrongLine !== undefined ? words.wrongLine(read.wrongLine) : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <TextArea
        name="config.secrets"
        {...{ label: words.secrets, hint: words.secretsHint, value: secrets, spellCheck: false, dir: 'ltr' }}
        className="area input mono"
        onChange={(event) => setSecrets(event.target.value)}
      />
      <Refusal error={error} />
      <div className="line">
        <button type="submit" className="btn primary" disabled={isBusy}>
          {environment ? words.save : words.add}
        </button>
        <button type="button" className="btn" onClick={onDone}>
          {cancel}
        </button>
      </div>
    </Form>
  )
}
