import { useState } from 'react'
import {
  updateModelEndpoint,
  type listModelEndpoints,
} from '../../../../../domains/agents/models/contract/endpoints.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { dollarsIn } from '../../../parts/models/endpoint-fields.ts'
import { useForm } from '../../../parts/forms/use-form.ts'
import { useModelWords } from '../../../words/models/index.ts'
import '../../../parts/models/model-form.css'

interface PriceFormProps {
  readonly endpoint: Reply<typeof listModelEndpoints>[number]
  /** The model as its endpoint calls it. */
  readonly named: string
  readonly onSaved: () => void
}

/** Saves the price of a model, as of today. */
export const PriceForm = ({ endpoint, named, onSaved }: PriceFormProps) => {
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
