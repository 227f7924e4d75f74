import { useState } from 'react'
import {
  deleteModelEndpoint,
  listModelEndpoints,
  testModelEndpoint,
} from '../../../../../domains/agents/models/contract/endpoints.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useLateReply, useOperation } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { TestResult } from '../../../parts/models/test-result.tsx'
import { useModelForAll } from '../../../parts/models/use-model-for-all.ts'
import type { CallableModel, Preferences } from '../../../parts/models/working-model.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { dot, joined } from '../../../parts/text/joined.tsx'
import { useModelWords } from '../../../words/models/index.ts'
import { PriceForm } from './price-form.tsx'

type Endpoint = Reply<typeof listModelEndpoints>[number]

interface ModelListProps {
  readonly models: readonly CallableModel[]
  readonly preferences: Preferences
  readonly isAdministrator: boolean
}

/**
 * Every model that can be chosen, with its price and the price's day; models of an endpoint can be tested and removed.
 */
export const ModelList = ({ models, preferences, isAdministrator }: ModelListProps) => {
  const words = useModelWords()
  const endpoints = useLateReply(listModelEndpoints, {}, { enabled: isAdministrator }).data ?? []
  if (models.every(({ owned_by: owner }) => owner === 'offline')) return null
  return (
    <Section title={words.list} text={words.listText}>
      <ul className="panel rows">
        {models.map((model) => (
          <ModelRow
            key={model.id}
            model={model}
            roles={preferences.flatMap(({ role, modelIdentifier }) => (modelIdentifier === model.id ? [role] : []))}
            endpoint={endpoints.find((one) => one.models.some(({ identifier }) => identifier === model.id))}
          />
        ))}
      </ul>
    </Section>
  )
}

interface ModelRowProps {
  readonly model: CallableModel
  readonly roles: readonly Preferences[number]['role'][]
  /** Undefined for a model of the server, and for people who may not change endpoints. */
  readonly endpoint: Endpoint | undefined
}

const ModelRow = ({ model, roles, endpoint }: ModelRowProps) => {
  const words = useModelWords()
  const isOffline = model.owned_by === 'offline'
  const use = useModelForAll()
  return (
    <li className="pad stack-8 model-row">
      <div className="line wrap">
        <span className="grow what">
          <b className={isOffline ? undefined : 'mono'}>{isOffline ? words.offline : model.id}</b>
          <ModelFacts model={model} endpoint={endpoint} />
          {roles.length > 0 ? (
            <span className="quiet">{roles.map((role) => words.roleNames[role]).join(dot)}</span>
          ) : null}
        </span>
        {isOffline || roles.length === Object.keys(words.roleNames).length ? null : (
          <Button
            size="small"
            aria-label={words.useForAllOf(model.id)}
            isPending={use.isPending}
            onClick={() => use.mutate(model.id)}
          >
            {words.useForAll}
          </Button>
        )}
      </div>
      <Refusal error={use.error} />
      {endpoint ? <EndpointActions model={model} endpoint={endpoint} /> : null}
    </li>
  )
}

const ModelFacts = ({ model, endpoint }: Omit<ModelRowProps, 'roles'>) => {
  const words = useModelWords()
  const { dollars, number, dayInWords } = useFormat()
  const { inputUsdPerMillion: input, outputUsdPerMillion: output, pricedOn, contextTokens, owned_by: owner } = model
  if (owner === 'offline') return <span className="quiet">{words.offlineText}</span>
  const day = pricedOn === null ? undefined : dayInWords(pricedOn)
  const price = input === null || output === null ? words.noPrice : words.price(dollars(input), dollars(output), day)
  return (
    <span className="quiet">
      {joined(
        input === 0 && output === 0 ? words.free : price,
        words.context(number(contextTokens)),
        endpoint ? endpoint.baseUrl : words.ofServer,
        endpoint?.apiKeyEnding && words.keyEnding(endpoint.apiKeyEnding),
      )}
    </span>
  )
}

const EndpointActions = ({ model, endpoint }: { readonly model: CallableModel; readonly endpoint: Endpoint }) => {
  const words = useModelWords()
  const [isPricing, setPricing] = useState(false)
  const test = useOperation(testModelEndpoint)
  const params = { id: endpoint.id }
  const named = endpoint.models.find(({ identifier }) => identifier === model.id)!.model
  return (
    <>
      <div className="line wrap">
        <Button
          size="small"
          aria-label={words.testOf(model.id)}
          isPending={test.isPending}
          pendingText={words.testing}
          onClick={() => test.mutate({ params, body: { model: named } })}
        >
          {words.test}
        </Button>
        <Button
          size="small"
          aria-label={words.setPriceOf(model.id)}
          aria-expanded={isPricing}
          onClick={() => setPricing(!isPricing)}
        >
          {words.setPrice}
        </Button>
        <ConfirmButton
          variant="plain"
          size="small"
          aria-label={words.removeOf(endpoint.name)}
          label={words.remove}
          operation={deleteModelEndpoint}
          input={{ params }}
          title={words.removeAsk(endpoint.name)}
          keep
        >
          {words.removeText}
        </ConfirmButton>
      </div>
      <TestResult test={test.data} />
      <Refusal error={test.error} />
      {isPricing ? <PriceForm endpoint={endpoint} named={named} onSaved={() => setPricing(false)} /> : null}
    </>
  )
}
