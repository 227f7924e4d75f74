import { useState } from 'react'
import {
  disconnectAccessPoint,
  getAccessPoint,
  connectAccessPoint,
} from '../../../../../domains/billing/transmissions/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { Fact } from '../../../parts/text/fact.tsx'
import { useLateReply } from '../../../api/use-operation.ts'
import { useRole } from '../../../api/use-role.ts'
import { Age } from '../../../parts/text/age.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { CopyButton } from '../../../parts/text/copy-button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useTransmissionWords } from '../../../words/transmissions/index.ts'
import { SelectField, TextField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { inputOf } from '../../../parts/forms/draft-field.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import './invoice-settings.css'

type AccessPoint = Reply<typeof getAccessPoint>
type Connected = AccessPoint & { readonly environment: 'test' | 'live' }

/** The access point by which invoices get to the network Peppol. */
const Peppol = () => {
  const words = useTransmissionWords()
  const { isAdministrator } = useRole()
  const { data: read, error } = useLateReply(getAccessPoint, {}, { enabled: isAdministrator })
  return (
    <section className="money-form" aria-labelledby="peppol">
      <h2 id="peppol">{words.title}</h2>
      <p className="soft">{words.text}</p>
      {isAdministrator ? null : <p className="quiet">{words.forAdministrators}</p>}
      <Refusal error={error} />
      {read?.environment === null ? <AccessPointForm /> : null}
      {read && isConnected(read) ? <ConnectedAccessPoint connected={read} /> : null}
    </section>
  )
}

const isConnected = (read: AccessPoint): read is Connected => read.environment !== null

const ConnectedAccessPoint = ({ connected }: { readonly connected: Connected }) => {
  const words = useTransmissionWords()
  const { environment, apiKeyEnding, hasWebhookSecret, webhookUrl, lastNoticeAt } = connected
  const [isChanging, setChanging] = useState(false)
  return (
    <>
      <p role="status">{words.environmentFacts[environment]}</p>
      <p className="soft">{words.unknowable}</p>
      <dl className="kv">
        <Fact name={words.environment}>{words.environments[environment]}</Fact>
        <Fact name={words.key}>{apiKeyEnding === null ? words.keyStored : words.keyEnds(apiKeyEnding)}</Fact>
        <Fact name={words.secret}>{hasWebhookSecret ? words.secretStored : words.secretMissing}</Fact>
        <Fact name={words.heard}>{lastNoticeAt === null ? words.never : <Age at={lastNoticeAt} />}</Fact>
      </dl>
      <h3>{words.webhook}</h3>
      {webhookUrl === null ? (
        <p>{words.webhookUnknown}</p>
      ) : (
        <div className="line">
          <code className="command">{webhookUrl}</code>
          <CopyButton text={webhookUrl} label={words.copyWebhook} />
        </div>
      )}
      <p className="soft">{words.webhookText}</p>
      <div className="line wrap">
        <Button onClick={() => setChanging(true)}>{words.changeKeys}</Button>
        <ConfirmButton
          variant="danger"
          label={words.disconnect}
          operation={disconnectAccessPoint}
          input={{}}
          title={words.disconnectTitle}
          keep
        >
          <p>{words.disconnectText}</p>
        </ConfirmButton>
      </div>
      {isChanging ? <AccessPointForm connected={connected} onDone={() => setChanging(false)} /> : null}
    </>
  )
}

export default Peppol

interface AccessPointFormProps {
  readonly connected?: { readonly environment: 'test' | 'live' }
  readonly onDone?: () => void
}

const secretField = { type: 'password', autoComplete: 'off', maxLength: 500, className: 'input mono' } as const
const visible = /^[\x21-\x7e]*$/
const emptyKeys: { readonly environment: 'test' | 'live'; readonly apiKey: string; readonly webhookSecret: string } = {
  environment: 'test',
  apiKey: '',
  webhookSecret: '',
}

/**
 * Connects the access point, or stores other keys for the connected access point. Typed keys are stored nowhere else.
 */
const AccessPointForm = ({ connected, onDone }: AccessPointFormProps) => {
  const words = useTransmissionWords()
  const faultOf = (typed: string) => (visible.test(typed) ? undefined : words.visible)
  const form = useForm(connectAccessPoint, {
    saved: emptyKeys,
    check: ({ apiKey, webhookSecret }) => ({
      apiKey: !connected && apiKey === '' ? words.required : faultOf(apiKey),
      webhookSecret: faultOf(webhookSecret),
    }),
    body: ({ environment, apiKey, webhookSecret }) => ({
      driver: 'e-invoice-be',
      ...(!connected && { environment }),
      ...(apiKey !== '' && { apiKey }),
      ...(webhookSecret !== '' && { webhookSecret }),
    }),
    ...(onDone && { then: onDone }),
  })
  const { environment } = form.fields
  const keyField = (name: 'apiKey' | 'webhookSecret') => ({
    ...inputOf(form, name),
    onChange: (event: { readonly target: { readonly value: string } }) => form.set(name, event.target.value.trim()),
    ...secretField,
  })
  return (
    <Form className="panel pad stack-16" error={form.error} onSubmit={form.submit}>
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
          onChange={(event) => form.set('environment', event.target.value as 'test' | 'live')}
        >
          <option value="test">{words.environments.test}</option>
          <option value="live">{words.environments.live}</option>
        </SelectField>
      )}
      <TextField label={words.key} hint={words.keyHint} {...keyField('apiKey')} />
      <TextField label={words.secret} hint={words.secretHint} {...keyField('webhookSecret')} />
      <FormFoot
        of={form}
        verb={connected ? words.saveKeys : words.connect}
        pendingText={words.connecting}
        codes={words.codes}
      >
        {onDone ? <Button onClick={onDone}>{words.notNow}</Button> : null}
      </FormFoot>
    </Form>
  )
}
