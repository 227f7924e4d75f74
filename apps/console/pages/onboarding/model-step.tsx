import { useState } from 'react'
import { listAiModels } from '../../../../domains/agents/models/contract.ts'
import { useLateReply } from '../../api/use-operation.ts'
import { Button } from '../../parts/forms/button.tsx'
import { Refusal } from '../../parts/feedback/refusal.tsx'
import { RowsSkeleton } from '../../parts/feedback/skeleton.tsx'
import { hasTyped } from '../../api/typed-values.ts'
import { FoundModelForm, UnusableModels, useFoundModels } from '../../parts/models/found-model-form.tsx'
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
  const writing = data.data.filter(({ owned_by: owner }) => owner !== 'offline')
  const offline = data.data.find((one) => !writing.includes(one))
  const usable = found.filter(({ unusable }) => unusable === null)
  const first = writing.find(({ id }) => id === data.default) ?? writing[0]
  const chosen = picked ?? first?.id ?? (usable[0] ? `${foundMark}${usable[0].name}` : another)
  const model = writing.find(({ id }) => id === chosen)
  const source = found.find(({ name }) => name === foundIn(chosen))
  const take = (id: string) => (id === data.default ? onChosen(id) : use.mutate(id))
  return (
    <div className="stack-16">
      {writing.length + usable.length > 0 ? (
        <fieldset className="choice">
          <legend className="sr">{words.which}</legend>
          {writing.map((one) => (
            <Choice
              key={one.id}
              name={one.id}
              text={one.id.startsWith(`${one.owned_by}/`) ? words.ofWorkspace : words.ofServer}
              isChosen={one === model}
              onChoose={() => setPicked(one.id)}
            />
          ))}
          {usable.map((one) => (
            <Choice
              key={one.name}
              name={`${one.title}: ${one.model}`}
              text={one.kind === 'server' ? words.foundServer(one.place) : words.foundKey(one.place)}
              isChosen={one === source}
              onChoose={() => setPicked(`${foundMark}${one.name}`)}
            />
          ))}
          {isAdministrator ? (
            <Choice
              name={words.yours}
              text={words.yoursText}
              isChosen={!model && !source}
              onChoose={() => setPicked(another)}
            />
          ) : null}
        </fieldset>
      ) : null}
      <UnusableModels found={found} />
      {isAdministrator && found.length === 0 && writing.length === 0 ? (
        <p className="hint">{words.nothingFound}</p>
      ) : null}
      {model ? (
        <>
          {isAdministrator ? <EndpointTest key={model.id} model={model} /> : null}
          <div className="line">
            <Button variant="primary" isPending={use.isPending} onClick={() => take(model.id)}>
              {useIt}
            </Button>
          </div>
        </>
      ) : source ? (
        <FoundModelForm key={source.name} found={source} onAdded={setPicked} />
      ) : isAdministrator ? (
        <EndpointForm workspaceId={workspaceId} onAdded={setPicked} />
      ) : null}
      <Refusal error={use.error} />
      {offline && writing.length === 0 ? (
        <div className="line wrap">
          <Button isPending={use.isPending} onClick={() => take(offline.id)}>
            {words.withoutModel}
          </Button>
          <span className="quiet">{words.withoutModelText}</span>
        </div>
      ) : null}
    </div>
  )
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
