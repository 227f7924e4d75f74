import { useState } from 'react'
import { addFoundModel, listFoundModels } from '../../../../domains/agents/models/contract/found.ts'
import type { Input, Reply } from '../../../../platform/client/index.ts'
import { call } from '../../api/client.ts'
import { useLateReply } from '../../api/use-operation.ts'
import { Button } from '../button.tsx'
import { SelectField, TextField } from '../field.tsx'
import { Form } from '../form.tsx'
import { Refusal } from '../refusal.tsx'
import { useModelWords } from '../../words/models/index.ts'
import { dollarsIn } from './endpoint-fields.ts'
import { TestResult } from './test-result.tsx'
import { useTriedEndpoint } from './use-tried-endpoint.ts'
import './model-form.css'

export type FoundModel = Reply<typeof listFoundModels>['models'][number]
type FoundBody = NonNullable<Input<typeof addFoundModel>['body']>

/** Models on the server's machine that no endpoint uses yet, or undefined while they are looked for. The chosen one stays while it is tried as an endpoint. */
export const useFoundModels = (
  isAdministrator: boolean,
  chosen: string | undefined,
): readonly FoundModel[] | undefined => {
  const { data, error } = useLateReply(listFoundModels, {}, { enabled: isAdministrator })
  if (!data && !error && isAdministrator) return undefined
  return (data?.models ?? []).filter(({ identifier, name }) => identifier === null || name === chosen)
}

/** Found models that cannot be used, each with the reason. */
export const UnusableModels = ({ found }: { readonly found: readonly FoundModel[] }) => {
  const words = useModelWords()
  const unusable = found.filter((one) => one.unusable !== null)
  if (unusable.length === 0) return null
  return (
    <details>
      <summary>{words.unusable(unusable.length)}</summary>
      <ul>
        {unusable.map(({ name, title, unusable: why }) => (
          <li key={name}>
            <b>{title}</b> {why}
          </li>
        ))}
      </ul>
    </details>
  )
}

interface FoundModelFormProps {
  readonly found: FoundModel
  readonly onAdded: (identifier: string) => void
}

/** Asks a found model a question, and makes an endpoint from it if agents can use the answer. */
export const FoundModelForm = ({ found, onAdded }: FoundModelFormProps) => {
  const words = useModelWords()
  const [model, setModel] = useState(found.model!)
  const [prices, setPrices] = useState({ input: '', output: '' })
  const [isChecked, setChecked] = useState(false)
  const isPriced = found.inputUsdPerMillion !== null
  const use = useTriedEndpoint((body: FoundBody) => call(addFoundModel, { body }), onAdded)
  const inputUsdPerMillion = dollarsIn(prices.input)
  const outputUsdPerMillion = dollarsIn(prices.output)
  const submit = () => {
    setChecked(true)
    const chosen = { name: found.name, model }
    if (isPriced) use.mutate(chosen)
    else if (inputUsdPerMillion !== undefined && outputUsdPerMillion !== undefined)
      use.mutate({ ...chosen, inputUsdPerMillion, outputUsdPerMillion })
  }
  const price = (name: keyof typeof prices, amount: number | undefined) => ({
    name: `${name}UsdPerMillion`,
    value: prices[name],
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    wrong: isChecked && amount === undefined ? words.badPrice : undefined,
    onChange: ({ target: { value } }: { readonly target: { readonly value: string } }) =>
      setPrices((before) => ({ ...before, [name]: value })),
  })
  return (
    <Form className="stack-16" error={use.error} onSubmit={submit}>
      {found.models.length > 1 ? (
        <SelectField label={words.name} name="model" value={model} onChange={({ target }) => setModel(target.value)}>
          {found.models.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
      ) : null}
      {isPriced ? (
        <p className="hint">{words.foundPrice(found)}</p>
      ) : (
        <div className="price-fields">
          <TextField label={words.input} hint={words.priceHint} {...price('input', inputUsdPerMillion)} />
          <TextField label={words.output} {...price('output', outputUsdPerMillion)} />
        </div>
      )}
      <TestResult test={use.data} />
      <Refusal error={use.error} />
      <div className="line">
        <Button type="submit" variant="primary" isPending={use.isPending} pendingText={words.testing}>
          {words.connectAct}
        </Button>
      </div>
    </Form>
  )
}
