import { useState } from 'react'
import { listAiModels } from '../../../../domains/agents/models/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { useLateReply } from '../../api/use-operation.ts'
import { Button } from '../../parts/forms/button.tsx'
import { Refusal } from '../../parts/feedback/refusal.tsx'
import { RowsSkeleton } from '../../parts/feedback/skeleton.tsx'
import { hasTyped } from '../../api/typed-values.ts'
import {
  FoundModelForm,
  UnusableModels,
  useFoundModels,
  type FoundModel,
} from '../../parts/models/found-model-form.tsx'
import { EndpointForm, typedEndpoint } from '../../parts/models/endpoint-form.tsx'
import { EndpointTest } from '../../parts/models/endpoint-test.tsx'
import { useModelForAll } from '../../parts/models/use-model-for-all.ts'
import { useModelWords } from '../../words/models/index.ts'
import { useFirstWords } from '../../words/onboarding/index.ts'

const another = ''
/** Prefix of a found model's name; no identifier begins so. */
const foundMark = 'found:'
const foundIn = (picked: string | undefined) =>
  picked?.startsWith(foundMark) === true ? picked.slice(foundMark.length) : undefined

interface ModelStepProps {
  readonly workspaceId: string
  /** Whether the person may add an endpoint. */
  readonly isAdministrator: boolean
  readonly onChosen: (identifier: string) => void
}

/** A model that can be used already, or an endpoint of a person. */
export const ModelStep = ({ workspaceId, isAdministrator, onChosen }: ModelStepProps) => {
  const words = useModelWords()
  const { use: useIt } = useFirstWords()
  const { data, error } = useLateReply(listAiModels, { params: { workspaceId } })
  const [picked, setPicked] = useState(() => (hasTyped(typedEndpoint(workspaceId)) ? another : undefined))
  const found = useFoundModels(isAdministrator, foundIn(picked))
  const use = useModelForAll((model) => model !== null && onChosen(model))
  if (error) return <Refusal error={error} />
  if (!data || !found) return <RowsSkeleton rows={2} />
  const chosen = picked ?? firstChoice(data, found, isAdministrator)
  const model = data.data.find(({ id }) => id === chosen)
  const source = found.find(({ name }) => name === foundIn(chosen))
  return (
    <div className="stack-16">
      <fieldset className="choice">
        <legend className="sr">{words.which}</legend>
        {data.data.filter(canWrite).map((one) => (
          <ModelChoice key={one.id} model={one} isChosen={one === model} onChoose={setPicked} />
        ))}
        <FoundChoices found={found} chosen={source} onChoose={(name) => setPicked(`${foundMark}${name}`)} />
        {isAdministrator ? (
          <Choice
            name={words.yours}
            text={words.yoursText}
            isChosen={!model && !source}
            onChoose={() => setPicked(another)}
          />
        ) : null}
        {data.data
          .filter((one) => !canWrite(one))
          .map((one) => (
            <ModelChoice key={one.id} model={one} isChosen={one === model} onChoose={setPicked} />
          ))}
      </fieldset>
      <UnusableModels found={found} />
      {isAdministrator && found.length === 0 && !data.data.some(canWrite) ? (
        <p className="hint">{words.nothingFound}</p>
      ) : null}
      {model ? (
        <>
          {isAdministrator && canWrite(model) ? <EndpointTest key={model.id} model={model} /> : null}
          <Refusal error={use.error} />
          <div className="line">
            <Button
              variant="primary"
              isPending={use.isPending}
              onClick={() => (model.id === data.default ? onChosen(model.id) : use.mutate(model.id))}
            >
              {useIt}
            </Button>
          </div>
        </>
      ) : source ? (
        <FoundModelForm key={source.name} found={source} onAdded={setPicked} />
      ) : isAdministrator ? (
        <EndpointForm workspaceId={workspaceId} onAdded={setPicked} />
      ) : null}
    </div>
  )
}

type Models = Reply<typeof listAiModels>
type Model = Models['data'][number]

const canWrite = ({ owned_by: owner }: Model) => owner !== 'offline'

/** The choice before a person makes one: the model of the workspace, a model of the machine, or an endpoint. */
const firstChoice = (models: Models, found: readonly FoundModel[], isAdministrator: boolean) => {
  const own = models.data.filter(canWrite)
  const model = own.find(({ id }) => id === models.default) ?? own[0]
  if (model) return model.id
  const [usable] = found.filter(({ unusable }) => unusable === null)
  if (usable) return `${foundMark}${usable.name}`
  return isAdministrator ? another : (models.data[0]?.id ?? another)
}

interface ModelChoiceProps {
  readonly model: Model
  readonly isChosen: boolean
  readonly onChoose: (id: string) => void
}

const ModelChoice = ({ model: { id, owned_by: owner }, isChosen, onChoose }: ModelChoiceProps) => {
  const words = useModelWords()
  if (owner === 'offline')
    return <Choice name={words.offline} text={words.offlineText} isChosen={isChosen} onChoose={() => onChoose(id)} />
  const text = id.startsWith(`${owner}/`) ? words.ofWorkspace : words.ofServer
  return <Choice name={id} text={text} isChosen={isChosen} onChoose={() => onChoose(id)} />
}

interface FoundChoicesProps {
  readonly found: readonly FoundModel[]
  readonly chosen: FoundModel | undefined
  readonly onChoose: (name: string) => void
}

const FoundChoices = ({ found, chosen, onChoose }: FoundChoicesProps) => {
  const words = useModelWords()
  return found
    .filter(({ unusable }) => unusable === null)
    .map((one) => (
      <Choice
        key={one.name}
        name={`${one.title}: ${one.model}`}
        text={one.kind === 'server' ? words.foundServer(one.place) : words.foundKey(one.place)}
        isChosen={one === chosen}
        onChoose={() => onChoose(one.name)}
      />
    ))
}

interface ChoiceProps {
  readonly name: string
  readonly text: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** One of the models that a person can begin with. */
const Choice = ({ name, text, isChosen, onChoose }: ChoiceProps) => (
  <label>
    <input type="radio" name="model" checked={isChosen} onChange={onChoose} />
    <b className="cut" title={name}>
      {name}
    </b>
    <small>{text}</small>
  </label>
)
