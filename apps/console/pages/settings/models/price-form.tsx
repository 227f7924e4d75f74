import { useState } from 'react'
import {
  updateModelEndpoint,
  type listModelEndpoints,
} from '../../../../../domains/agents/models/contract/endpoints.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { dollarsIn } from '../../../parts/models/endpoint-fields.ts'
import { Refusal } from '../../../parts/refusal.tsx'
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
  const [input, setInput] = useState(String(before.inputUsdPerMillion))
  const [output, setOutput] = useState(String(before.outputUsdPerMillion))
  const [isChecked, setChecked] = useState(false)
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  const save = useOperation(updateModelEndpoint, { then: onSaved })
  const inputUsdPerMillion = dollarsIn(input)
  const outputUsdPerMillion = dollarsIn(output)
  const submit = () => {
    setChecked(true)
    if (inputUsdPerMillion === undefined || outputUsdPerMillion === undefined) return
    const models = endpoint.models.map(({ identifier: _identifier, ...listed }) =>
      listed.model === named ? { ...listed, inputUsdPerMillion, outputUsdPerMillion, pricedOn: today } : listed,
    )
    save.mutate({ params: { id: endpoint.id }, body: { models } })
  }
  const wrong = (amount: number | undefined) => (isChecked && amount === undefined ? words.badPrice : undefined)
  return (
    <Form className="stack-16" error={save.error} onSubmit={submit}>
      <div className="price-fields">
        <TextField
          label={words.input}
          hint={words.priceHint}
          inputMode="decimal"
          value={input}
          wrong={wrong(inputUsdPerMillion)}
          onChange={({ target }) => setInput(target.value)}
        />
        <TextField
          label={words.output}
          inputMode="decimal"
          value={output}
          wrong={wrong(outputUsdPerMillion)}
          onChange={({ target }) => setOutput(target.value)}
        />
      </div>
      <Refusal error={save.error} />
      <div className="line">
        <Button type="submit" size="small" isPending={save.isPending}>
          {words.savePrice}
        </Button>
      </div>
    </Form>
  )
}
