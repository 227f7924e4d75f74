import { useState } from 'react'
import { createModelEndpoint } from '../../../../domains/agents/models/contract/endpoints.ts'
import { listModelCatalog } from '../../../../domains/agents/models/contract.ts'
import { call } from '../../api/client.ts'
import { useLateReply } from '../../api/use-operation.ts'
import { useFormat } from '../../format.ts'
import { useModelWords } from '../../words/models/index.ts'
import { SelectField, TextField } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import { RowsSkeleton } from '../feedback/skeleton.tsx'
import { useDraft } from '../forms/use-draft.ts'
import { endpointOf, filledFor, keyPages, type EndpointFields, type Maker } from './endpoint-fields.ts'
import { TestResult } from './test-result.tsx'
import { useTriedEndpoint } from './use-tried-endpoint.ts'
import './model-form.css'
import { FormFoot } from '../forms/form-foot.tsx'

/** The path of each field in the request. */
const paths: Readonly<Record<Exclude<keyof EndpointFields, 'maker'>, string>> = {
  address: 'baseUrl',
  key: 'apiKey',
  model: 'models.0.model',
  input: 'models.0.inputUsdPerMillion',
  output: 'models.0.outputUsdPerMillion',
}
type RequestField = keyof typeof paths

/** The key under which this tab keeps the draft of an endpoint. */
export const typedEndpoint = (workspaceId: string) => `endpoint.${workspaceId}`

interface EndpointFormProps {
  readonly workspaceId: string
  readonly onAdded: (identifier: string) => void
}

/** Adds an endpoint with one model after a test of the model, which needs tools and streaming. */
export const EndpointForm = (props: EndpointFormProps) => {
  const { data, error } = useLateReply(listModelCatalog)
  if (!data && !error) return <RowsSkeleton rows={4} />
  return <MakerForm {...props} makers={data?.makers ?? []} />
}

/** The form for a known maker or another address. The key is sent once, and kept nowhere in the browser. */
const MakerForm = ({ workspaceId, onAdded, makers }: EndpointFormProps & { readonly makers: readonly Maker[] }) => {
  const words = useModelWords()
  const { dayInWords } = useFormat()
  const draft = useDraft(typedEndpoint(workspaceId), filledFor(makers[0]))
  const [key, setKey] = useState('')
  const [isOther, setOther] = useState(false)
  const fields: EndpointFields = { ...draft.fields, key }
  const [isChecked, setChecked] = useState(false)
  const add = useTriedEndpoint(
    (body: NonNullable<ReturnType<typeof endpointOf>['body']>) => call(createModelEndpoint, { body }),
    (identifier) => {
      draft.clear()
      setKey('')
      setChecked(false)
      onAdded(identifier)
    },
  )
  const [now] = useState(() => new Date())
  const { body, wrong } = endpointOf(fields, makers, now)
  const maker = makers.find(({ name }) => name === fields.maker)
  const known = isOther ? undefined : maker?.models.find(({ model }) => model === fields.model)
  const fill = (filled: ReturnType<typeof filledFor>) => {
    for (const [name, value] of Object.entries(filled)) draft.set(name as keyof typeof filled, value)
  }
  const chooseModel = (name: string) => {
    setOther(name === '')
    fill(filledFor(maker, name))
  }
  const submit = () => {
    setChecked(true)
    if (body) add.mutate(body)
  }
  const field = (name: RequestField) => ({
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
      <div className="price-fields">
        <SelectField
          label={words.provider}
          value={fields.maker}
          onChange={({ target }) => {
            setOther(false)
            fill(filledFor(makers.find(({ name }) => name === target.value)))
          }}
        >
          {makers.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
          <option value="">{words.otherAddress}</option>
        </SelectField>
        {maker && maker.models.length > 0 ? (
          <SelectField
            label={words.name}
            value={known?.model ?? ''}
            onChange={({ target }) => chooseModel(target.value)}
          >
            {maker.models.map(({ model }) => (
              <option key={model}>{model}</option>
            ))}
            <option value="">{words.otherModel}</option>
          </SelectField>
        ) : null}
      </div>
      {maker ? null : <TextField label={words.address} hint={words.addressHint} type="url" {...field('address')} />}
      {known ? null : (
        <TextField
          label={maker?.models.length ? words.modelName : words.name}
          hint={words.nameHint}
          maxLength={150}
          {...field('model')}
        />
      )}
      <div>
        <TextField label={words.key} hint={words.keyHint} type="password" {...field('key')} />
        {keyPages[fields.maker] === undefined ? null : (
          <a className="link" href={keyPages[fields.maker]} target="_blank" rel="noreferrer">
            {words.getKey(maker?.title ?? '')}
          </a>
        )}
      </div>
      <div className="price-fields">
        <TextField
          label={words.input}
          hint={known ? words.listPrice(dayInWords(known.pricedOn, 'short')) : words.priceHint}
          unit="$"
          inputMode="decimal"
          {...field('input')}
        />
        <TextField label={words.output} unit="$" inputMode="decimal" {...field('output')} />
      </div>
      <TestResult test={add.data} />
      <FormFoot of={add} verb={words.connectAct} pendingText={words.testing}>
        <span className="hint">{words.connectMeans}</span>
      </FormFoot>
    </Form>
  )
}
