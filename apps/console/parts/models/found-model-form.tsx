import { useState } from 'react'
import { addFoundModel, listFoundModels } from '../../../../domains/agents/models/contract/found.ts'
import type { Input, Reply } from '../../../../platform/client/index.ts'
import { call } from '../../api/client.ts'
import { useLateReply } from '../../api/use-operation.ts'
import { inputOf } from '../forms/draft-field.tsx'
import { SelectField, TextField } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import { useFields } from '../forms/use-form.ts'
import { useModelWords } from '../../words/models/index.ts'
import { dollarsIn } from './endpoint-fields.ts'
import { TestResult } from './test-result.tsx'
import { useTriedEndpoint } from './use-tried-endpoint.ts'
import './model-form.css'
import { FormFoot } from '../forms/form-foot.tsx'

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
  const isPriced = found.inputUsdPerMillion !== null
  const use = useTriedEndpoint((body: FoundBody) => call(addFoundModel, { body }), onAdded)
  const price = [dollarsIn, words.badPrice] as const
  const form = useFields(addFoundModel, {
    saved: { inputUsdPerMillion: '', outputUsdPerMillion: '' },
    reads: isPriced ? {} : { inputUsdPerMillion: price, outputUsdPerMillion: price },
  })
  const submit = () => form.sendTo((prices) => use.mutate({ name: found.name, model, ...(isPriced ? {} : prices) }))
  const amount = { inputMode: 'decimal', autoComplete: 'off' } as const
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
          <TextField {...inputOf(form, 'inputUsdPerMillion')} {...amount} label={words.input} hint={words.priceHint} />
          <TextField {...inputOf(form, 'outputUsdPerMillion')} {...amount} label={words.output} />
        </div>
      )}
      <TestResult test={use.data} />
      <FormFoot of={use} verb={words.connectAct} pendingText={words.testing} />
    </Form>
  )
}
