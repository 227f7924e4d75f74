import { useState } from 'react'
import {
  deleteModelEndpoint,
  listModelEndpoints,
  testModelEndpoint,
  updateModelEndpoint,
} from '../../../../../domains/agents/models/contract/endpoints.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useLateReply, useOperation } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { TestResult } from '../../../parts/models/test-result.tsx'
import { useModelForAll } from '../../../parts/models/use-model-for-all.ts'
import { type CallableModel, type Preferences, serverModel } from '../../../parts/models/working-model.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { dot, joined } from '../../../parts/text/joined.tsx'
import { useModelWords } from '../../../words/models/index.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { dollarsIn } from '../../../parts/models/endpoint-fields.ts'
import { useForm } from '../../../parts/forms/use-form.ts'
import { agentRoles, type AgentRole } from '../../../../../domains/agents/agents/rules.ts'
import { clearModelPreference, setModelPreference } from '../../../../../domains/agents/models/contract.ts'
import { Fold } from '../../../parts/fold.tsx'
import { SelectSetting } from '../../../parts/forms/switch.tsx'
import '../../../parts/models/model-form.css'

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

interface PriceFormProps {
  readonly endpoint: Reply<typeof listModelEndpoints>[number]
  /** The model as its endpoint calls it. */
  readonly named: string
  readonly onSaved: () => void
}

/** Saves the price of a model, as of today. */
const PriceForm = ({ endpoint, named, onSaved }: PriceFormProps) => {
  const words = useModelWords()
  const before = endpoint.models.find(({ model }) => model === named)!
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  const price = [dollarsIn, words.badPrice] as const
  const form = useForm(updateModelEndpoint, {
    input: { params: { id: endpoint.id } },
    saved: { input: String(before.inputUsdPerMillion), output: String(before.outputUsdPerMillion) },
    reads: { input: price, output: price },
    body: ({ input, output }) => ({
      models: endpoint.models.map(({ identifier: _identifier, ...listed }) => ({
        ...listed,
        ...(listed.model === named && {
          inputUsdPerMillion: dollarsIn(input)!,
          outputUsdPerMillion: dollarsIn(output)!,
          pricedOn: today,
        }),
      })),
    }),
    then: onSaved,
  })
  return (
    <Form className="stack-16" error={form.error} onSubmit={form.submit}>
      <div className="price-fields">
        <DraftField draft={form} field="input" label={words.input} hint={words.priceHint} inputMode="decimal" />
        <DraftField draft={form} field="output" label={words.output} inputMode="decimal" />
      </div>
      <FormFoot of={form} verb={words.savePrice} variant="outline" size="small" />
    </Form>
  )
}

/** Choices beside the models: neither text is the identifier of a model. */
const server = ''
const several = 'several models'

/** The model of each role, and one choice for all of them. */
export const RolesSection = ({ models, preferences }: Omit<ModelListProps, 'isAdministrator'>) => {
  const words = useModelWords()
  const all = useModelForAll()
  const chosen = agentRoles.map((role) => preferences.find((one) => one.role === role)?.modelIdentifier ?? server)
  const isSame = chosen.every((one) => one === chosen[0])
  const choices = useChoices(models, chosen)
  const isOffline = isSame && chosen[0] === server && serverModel(models)?.owned_by === 'offline'
  return (
    <Section title={words.roles} text={words.rolesText}>
      <div className="panel rows">
        <SelectSetting
          label={words.allRoles}
          hint={isOffline ? `${words.allRolesHint} ${words.offlineHint}` : words.allRolesHint}
          chosen={isSame ? chosen[0]! : several}
          choices={isSame ? choices : [[several, words.several], ...choices]}
          isDisabled={all.isPending}
          onChoose={(id) => (id === several ? undefined : all.mutate(id === server ? null : id))}
        />
        <Refusal error={all.error} />
        <div className="pad">
          <Fold title={words.eachRole} isOpenAtFirst={!isSame}>
            <div className="rows roles">
              {agentRoles.map((role, at) => (
                <RoleModel
                  key={role}
                  role={role}
                  chosen={chosen[at]!}
                  choices={choices}
                  reason={preferences.find((one) => one.role === role)?.reason ?? undefined}
                />
              ))}
            </div>
          </Fold>
        </div>
      </div>
    </Section>
  )
}

/** The server's own model, callable models, and models that are set although they cannot be called. */
const useChoices = (models: readonly CallableModel[], chosen: readonly string[]) => {
  const words = useModelWords()
  const own = serverModel(models)
  const nameOf = ({ id, owned_by: owner }: CallableModel) => (owner === 'offline' ? words.offline : id)
  const gone = [...new Set(chosen)].filter((id) => id !== server && !models.some((one) => one.id === id))
  return [
    [server, words.byServer(own ? nameOf(own) : '–')],
    ...models.map((one) => [one.id, nameOf(one)] as const),
    ...gone.map((id) => [id, id] as const),
  ] as const satisfies readonly (readonly [string, string])[]
}

interface RoleModelProps {
  readonly role: AgentRole
  readonly chosen: string
  readonly choices: readonly (readonly [string, string])[]
  /** Why the chosen model has no effect. */
  readonly reason: string | undefined
}

const RoleModel = ({ role, chosen, choices, reason }: RoleModelProps) => {
  const words = useModelWords()
  const set = useOperation(setModelPreference)
  const clear = useOperation(clearModelPreference)
  const params = { role }
  return (
    <>
      <SelectSetting
        label={words.roleNames[role]}
        hint={reason}
        chosen={chosen}
        choices={choices}
        isDisabled={set.isPending || clear.isPending}
        onChoose={(id) =>
          id === server ? clear.mutate({ params }) : set.mutate({ params, body: { modelIdentifier: id } })
        }
      />
      <Refusal error={set.error ?? clear.error} />
    </>
  )
}
