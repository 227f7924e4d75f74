import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { listAiModels, setModelPreference } from '../../../../domains/agents/models/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { call } from '../../api/client.ts'
import { useLateReply } from '../../api/use-operation.ts'
import { Button } from '../../parts/button.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { RowsSkeleton } from '../../parts/skeleton.tsx'
import { hasTyped } from '../../parts/typed-values.ts'
import { useFirstWords } from '../../words/onboarding/index.ts'
import { Choice } from './choice.tsx'
import { FoundChoices, FoundModelForm, UnusableModels, useFoundModels } from './found-models.tsx'
import { EndpointForm, typedEndpoint } from './model-endpoint-form.tsx'
import { EndpointTest } from './model-endpoint-check.tsx'

/** Everything that a model is asked for in a run. */
const roles = ['planner', 'coder', 'reviewer', 'intake'] as const
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
  const words = useFirstWords()
  const { data, error } = useLateReply(listAiModels, { params: { workspaceId } })
  const [picked, setPicked] = useState(() => (hasTyped(typedEndpoint(workspaceId)) ? another : undefined))
  const found = useFoundModels(isAdministrator, foundIn(picked))
  const use = useMutation({
    mutationFn: async (model: string) => {
      if (model !== data?.default)
        for (const role of roles) await call(setModelPreference, { params: { role }, body: { modelIdentifier: model } })
      return model
    },
    onSuccess: onChosen,
  })
  if (error) return <Refusal error={error} />
  if (!data) return <RowsSkeleton rows={2} />
  const chosen = picked ?? data.default ?? data.data[0]?.id ?? another
  const model = data.data.find(({ id }) => id === chosen)
  const source = found.find(({ name }) => name === foundIn(chosen))
  return (
    <div className="stack-16">
      <fieldset className="choice">
        <legend className="sr">{words.which}</legend>
        {data.data.map((one) => (
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
      </fieldset>
      <UnusableModels found={found} />
      {model ? (
        <>
          {isAdministrator && model.owned_by !== 'offline' ? <EndpointTest key={model.id} model={model} /> : null}
          <Refusal error={use.error} />
          <div className="line">
            <Button variant="primary" isPending={use.isPending} onClick={() => use.mutate(model.id)}>
              {words.use}
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

type Model = Reply<typeof listAiModels>['data'][number]

interface ModelChoiceProps {
  readonly model: Model
  readonly isChosen: boolean
  readonly onChoose: (id: string) => void
}

const ModelChoice = ({ model: { id, owned_by: owner }, isChosen, onChoose }: ModelChoiceProps) => {
  const words = useFirstWords()
  if (owner === 'offline')
    return <Choice name={words.offline} text={words.offlineText} isChosen={isChosen} onChoose={() => onChoose(id)} />
  const text = id.startsWith(`${owner}/`) ? words.ofWorkspace : words.ofServer
  return <Choice name={id} text={text} isChosen={isChosen} onChoose={() => onChoose(id)} />
}
