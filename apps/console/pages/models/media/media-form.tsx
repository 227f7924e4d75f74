import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { listProjects } from '../../../../../domains/code/projects/contract.ts'
import { useRows } from '../../../api/use-pages.ts'
import { SelectField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { NamedOptions } from '../../../parts/forms/options.tsx'
import { ModelMissing } from '../../../parts/models/no-model-note.tsx'
import { useMediaWords } from '../../../words/media/index.ts'
import { type MediaNeed, ableModels, tableNameOf, type MediaModel } from './media-models.ts'
import { listAiModels } from '../../../../../domains/agents/models/contract.ts'
import { useReply } from '../../../api/use-operation.ts'
import { useRole } from '../../../api/use-role.ts'
import { useFormat } from '../../../format.ts'

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
  const { rows: projects, cutAt } = useRows(listProjects, 5_000)
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
      <SelectField label={words.project} name="projectId">
        <option value="">{words.noProject}</option>
        <NamedOptions of={projects} cutAt={cutAt} />
      </SelectField>
      <FormFoot of={{ error, isPending }} verb={verb}>
        {used && !models.isServersChoice ? (
          <span className="quiet" dir="auto">{`${used.id} · ${priceOf(used)}`}</span>
        ) : null}
      </FormFoot>
    </Form>
  )
}

/** The models for a need, and the used model: the server takes the first if a request names none. */
const useMediaModel = (need: MediaNeed) => {
  const { workspace } = useRole()
  const models = useReply(listAiModels, { params: { workspaceId: workspace.id } })
  const able = ableModels(models.data, need)
  const [name, setName] = useState<string>()
  // Questions name no model: the default of the workspace answers them if it accepts pictures.
  const byDefault = need === 'pictures' ? able.find(({ id }) => id === models.default) : undefined
  const first = byDefault ?? able[0]
  const used = able.find((one) => tableNameOf(one) === name) ?? first
  // Without a name, the server transcribes with a model that returns the times of words.
  const isServersChoice = need === 'transcription' && able.length > 1 && !name
  return { able, used, isServersChoice, choose: setName }
}

interface MediaModelChoiceProps {
  readonly need: MediaNeed
  readonly models: ReturnType<typeof useMediaModel>
}

/** The model of a form if there are several, or the note that no model is connected. */
const MediaModelChoice = ({ need, models: { able, used, isServersChoice, choose } }: MediaModelChoiceProps) => {
  const words = useMediaWords()
  if (!used) return <p className="note">{words.noModel[need]}</p>
  if (able.length === 1 || need === 'pictures') return null
  return (
    <SelectField
      label={words.model}
      name="model"
      value={isServersChoice ? '' : tableNameOf(used)}
      onChange={({ target }) => choose(target.value)}
    >
      {need === 'transcription' ? <option value="">{words.withTimes}</option> : null}
      {able.map((model) => (
        <option key={model.id} value={tableNameOf(model)}>
          {model.id}
        </option>
      ))}
    </SelectField>
  )
}

const pieces = ['image', 'second', 'minute', 'million characters'] as const

/** The price of a model in words. */
const useMediaPrice = () => {
  const words = useMediaWords()
  const { dollars } = useFormat()
  return ({ unitPrice, inputUsdPerMillion: input, outputUsdPerMillion: output }: MediaModel): string => {
    const piece = pieces.find((one) => one === unitPrice?.per)
    if (unitPrice && piece) return words.pieces[piece](dollars(unitPrice.usd))
    if (input === null || output === null) return words.noPrice
    return input + output === 0 ? words.free : words.byTokens(dollars(input), dollars(output))
  }
}
