import { useState } from 'react'
import { connectAccessPoint } from '../../../../../domains/billing/transmissions/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { SelectField, TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { useTransmissionWords } from '../../../words/transmissions/index.ts'

interface AccessPointFormProps {
  readonly connected?: { readonly environment: 'test' | 'live' }
  readonly onDone?: () => void
}

const secretField = { type: 'password', autoComplete: 'off', maxLength: 500, className: 'input mono' } as const
const visible = /^[\x21-\x7e]*$/

/**
 * Connects the access point, or stores other keys for the connected access point. Typed keys are stored nowhere else.
 */
export const AccessPointForm = ({ connected, onDone }: AccessPointFormProps) => {
  const words = useTransmissionWords()
  const [typed, setTyped] = useState({ environment: 'test' as 'test' | 'live', apiKey: '', webhookSecret: '' })
  const [isTried, setTried] = useState(false)
  const connect = useOperation(connectAccessPoint, { ...(onDone && { then: onDone }) })
  const faultOf = (name: 'apiKey' | 'webhookSecret', isNeeded: boolean) => {
    if (isNeeded && typed[name] === '') return words.required
    return visible.test(typed[name]) ? undefined : words.visible
  }
  const faults = { apiKey: faultOf('apiKey', !connected), webhookSecret: faultOf('webhookSecret', false) }
  const { environment, apiKey, webhookSecret } = typed
  const keyField = (name: 'apiKey' | 'webhookSecret') => ({
    name,
    value: typed[name],
    wrong: isTried ? faults[name] : undefined,
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setTyped({ ...typed, [name]: event.target.value.trim() }),
    ...secretField,
  })
  const submit = () => {
    setTried(true)
    if (faults.apiKey !== undefined || faults.webhookSecret !== undefined) return
    const body = {
      driver: 'e-invoice-be' as const,
      ...(!connected && { environment }),
      ...(apiKey !== '' && { apiKey }),
      ...(webhookSecret !== '' && { webhookSecret }),
    }
    connect.mutate({ body })
  }
  return (
    <Form className="panel pad stack-16" error={connect.error} onSubmit={submit}>
      <div>
        <h3>{connected ? words.changeKeys : words.connectTitle}</h3>
        <p className="soft">{connected ? words.keysText : words.connectText}</p>
      </div>
      {connected ? null : (
        <SelectField
          name="environment"
          label={words.environment}
          hint={words.environmentFacts[environment]}
          value={environment}
          onChange={(event) => setTyped({ ...typed, environment: event.target.value as 'test' | 'live' })}
        >
          <option value="test">{words.environments.test}</option>
          <option value="live">{words.environments.live}</option>
        </SelectField>
      )}
      <TextField label={words.key} hint={words.keyHint} {...keyField('apiKey')} />
      <TextField label={words.secret} hint={words.secretHint} {...keyField('webhookSecret')} />
      <Refusal error={connect.error} codes={words.codes} />
      <div className="line wrap">
        <Button type="submit" variant="primary" isPending={connect.isPending} pendingText={words.connecting}>
          {connected ? words.saveKeys : words.connect}
        </Button>
        {onDone ? <Button onClick={onDone}>{words.notNow}</Button> : null}
      </div>
    </Form>
  )
}
