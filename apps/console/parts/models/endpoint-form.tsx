import { useState } from 'react'
import { createModelEndpoint } from '../../../../domains/agents/models/contract/endpoints.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../button.tsx'
import { TextField } from '../field.tsx'
import { Form } from '../form.tsx'
import { Refusal } from '../refusal.tsx'
import { useDraft } from '../use-draft.ts'
import './model-form.css'
import { useModelWords } from '../../words/models/index.ts'
import { endpointOf, type EndpointFields } from './endpoint-fields.ts'

/** The path of each field in the request. */
const paths: Readonly<Record<keyof EndpointFields, string>> = {
  address: 'baseUrl',
  key: 'apiKey',
  model: 'models.0.model',
  input: 'models.0.inputUsdPerMillion',
  output: 'models.0.outputUsdPerMillion',
}

/** Addresses of providers that many people have a key of. */
const knownAddresses = [
  ['Anthropic', 'https://api.anthropic.com/v1'],
  ['OpenAI', 'https://api.openai.com/v1'],
  ['OpenRouter', 'https://openrouter.ai/api/v1'],
  ['Mistral', 'https://api.mistral.ai/v1'],
] as const

/** The name under which this tab keeps what is typed of an endpoint. */
export const typedEndpoint = (workspaceId: string) => `endpoint.${workspaceId}`

const nothing: Omit<EndpointFields, 'key'> = { address: '', model: '', input: '', output: '' }

interface EndpointFormProps {
  readonly workspaceId: string
  readonly onAdded: (identifier: string) => void
}

/** Adds an endpoint with one model of it. The key is sent once, and kept nowhere in the browser. */
export const EndpointForm = ({ workspaceId, onAdded }: EndpointFormProps) => {
  const words = useModelWords()
  const draft = useDraft(typedEndpoint(workspaceId), nothing)
  const [key, setKey] = useState('')
  const fields: EndpointFields = { ...draft.fields, key }
  const [isChecked, setChecked] = useState(false)
  const add = useOperation(createModelEndpoint, {
    then: ({ models }) => {
      draft.clear()
      onAdded(models[0]!.identifier)
    },
  })
  const [now] = useState(() => new Date())
  const { body, wrong } = endpointOf(fields, now)
  const submit = () => {
    setChecked(true)
    if (body) add.mutate({ body })
  }
  const field = (name: keyof EndpointFields) => ({
    name: paths[name],
    value: fields[name],
    autoComplete: 'off',
    spellCheck: false,
    wrong: isChecked && wrong[name] ? words[wrong[name]] : undefined,
    onChange: ({ target: { value } }: { readonly target: { readonly value: string } }) =>
      name === 'key' ? setKey(value) : draft.set(name, value),
  })
  return (
    <Form className="stack-16" error={add.error} onSubmit={submit}>
      <div className="field" role="group" aria-label={words.provider}>
        <span className="legend-text">{words.provider}</span>
        <span>
          <span className="seg">
            {knownAddresses.map(([name, address]) => (
              <button
                key={name}
                type="button"
                aria-pressed={fields.address === address}
                onClick={() => draft.set('address', address)}
              >
                {name}
              </button>
            ))}
          </span>
        </span>
      </div>
      <TextField label={words.address} hint={words.addressHint} type="url" {...field('address')} />
      <TextField label={words.name} hint={words.nameHint} maxLength={150} {...field('model')} />
      <TextField label={words.key} hint={words.keyHint} type="password" {...field('key')} />
      <div className="price-fields">
        <TextField label={words.input} hint={words.priceHint} inputMode="decimal" {...field('input')} />
        <TextField label={words.output} inputMode="decimal" {...field('output')} />
      </div>
      <Refusal error={add.error} />
      <div className="line">
        <Button type="submit" variant="primary" isPending={add.isPending} pendingText={words.adding}>
          {words.add}
        </Button>
      </div>
    </Form>
  )
}
