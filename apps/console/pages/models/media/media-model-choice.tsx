import { useState } from 'react'
import { listAiModels } from '../../../../../domains/agents/models/contract.ts'
import { useReply } from '../../../api/use-operation.ts'
import { useRole } from '../../../api/use-role.ts'
import { useFormat } from '../../../format.ts'
import { SelectField } from '../../../parts/field.tsx'
import { useMediaWords } from '../../../words/media/index.ts'
import { ableModels, tableNameOf, type MediaModel, type MediaNeed } from './media-models.ts'

/** The models for a need, and the used model: the server takes the first if a request names none. */
export const useMediaModel = (need: MediaNeed) => {
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
export const MediaModelChoice = ({ need, models: { able, used, isServersChoice, choose } }: MediaModelChoiceProps) => {
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
export const useMediaPrice = () => {
  const words = useMediaWords()
  const { dollars } = useFormat()
  return ({ unitPrice, inputUsdPerMillion: input, outputUsdPerMillion: output }: MediaModel): string => {
    const piece = pieces.find((one) => one === unitPrice?.per)
    if (unitPrice && piece) return words.pieces[piece](dollars(unitPrice.usd))
    if (input === null || output === null) return words.noPrice
    return input + output === 0 ? words.free : words.byTokens(dollars(input), dollars(output))
  }
}
