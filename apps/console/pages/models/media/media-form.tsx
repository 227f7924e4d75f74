import type { ReactNode, SyntheticEvent } from 'react'
import { listProjects } from '../../../../../domains/code/projects/contract.ts'
import { useAllRows } from '../../../api/use-pages.ts'
import { Button } from '../../../parts/button.tsx'
import { SelectField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { ModelMissing } from '../../../parts/models/no-model-note.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { useMediaWords } from '../../../words/media/index.ts'
import { MediaModelChoice, useMediaModel, useMediaPrice } from './media-model-choice.tsx'
import type { MediaNeed } from './media-models.ts'

interface MediaFormProps {
  /** The capability that the model needs. */
  readonly need: MediaNeed
  readonly error: unknown
  readonly isPending: boolean
  readonly verb: string
  /** The typed values, by the names of fields; a field that was left empty is undefined. */
  readonly onSend: (typed: (name: string) => string | undefined) => void
  readonly children: ReactNode
}

/** A form that has something made, with the project whose budget pays. */
export const MediaForm = ({ need, error, isPending, verb, onSend, children }: MediaFormProps) => {
  const words = useMediaWords()
  const models = useMediaModel(need)
  const priceOf = useMediaPrice()
  const { used } = models
  // A program of the operator may speak without a model.
  const isPossible = used !== undefined || need === 'speech'
  if (!isPossible) return <ModelMissing title={words.noModel[need]} text={words.noModelText} />
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    onSend((name) => {
      const value = values.get(name)
      return typeof value === 'string' && value.trim() !== '' ? value : undefined
    })
  }
  return (
    <Form className="media-form stack" error={error} onSubmit={submit}>
      <MediaModelChoice need={need} models={models} />
      {children}
      <ProjectField />
      <Refusal error={error} />
      <div className="line wrap">
        <Button type="submit" variant="primary" isPending={isPending}>
          {verb}
        </Button>
        {used && !models.isServersChoice ? (
          <span className="quiet" dir="auto">{`${used.id} · ${priceOf(used)}`}</span>
        ) : null}
      </div>
    </Form>
  )
}

const ProjectField = () => {
  const words = useMediaWords()
  const projects = useAllRows(listProjects)
  return (
    <SelectField label={words.project} name="projectId">
      <option value="">{words.noProject}</option>
      {projects.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
