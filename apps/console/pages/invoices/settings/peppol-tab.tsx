import { useState } from 'react'
import { disconnectAccessPoint, getAccessPoint } from '../../../../../domains/billing/transmissions/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { useRole } from '../../../api/use-role.ts'
import { Age } from '../../../parts/age.tsx'
import { Button } from '../../../parts/button.tsx'
import { ConfirmButton } from '../../../parts/confirm-button.tsx'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { useTransmissionWords } from '../../../words/transmissions/index.ts'
import { AccessPointForm } from './access-point-form.tsx'
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
      {read ? <AccessPointPanel read={read} /> : null}
    </section>
  )
}

const AccessPointPanel = ({ read }: { readonly read: AccessPoint }) => {
  const { environment, ...rest } = read
  return environment === null ? <AccessPointForm /> : <ConnectedAccessPoint connected={{ ...rest, environment }} />
}

const ConnectedAccessPoint = ({ connected }: { readonly connected: Connected }) => {
  const words = useTransmissionWords()
  const [isChanging, setChanging] = useState(false)
  return (
    <>
      <Facts connected={connected} />
      <div className="line wrap">
        <Button onClick={() => setChanging(true)}>{words.changeKeys}</Button>
        <ConfirmButton
          variant="danger"
          label={words.disconnect}
          operation={disconnectAccessPoint}
          input={{}}
          title={words.disconnectTitle}
          keep={words.keep}
        >
          <p>{words.disconnectText}</p>
        </ConfirmButton>
      </div>
      {isChanging ? <AccessPointForm connected={connected} onDone={() => setChanging(false)} /> : null}
    </>
  )
}

const Facts = ({ connected }: { readonly connected: Connected }) => {
  const words = useTransmissionWords()
  const { environment, apiKeyEnding, hasWebhookSecret, webhookUrl, lastNoticeAt } = connected
  return (
    <>
      <p role="status">{words.environmentFacts[environment]}</p>
      <p className="soft">{words.unknowable}</p>
      <dl className="kv">
        <dt>{words.environment}</dt>
        <dd>{words.environments[environment]}</dd>
        <dt>{words.key}</dt>
        <dd>{apiKeyEnding === null ? words.keyStored : words.keyEnds(apiKeyEnding)}</dd>
        <dt>{words.secret}</dt>
        <dd>{hasWebhookSecret ? words.secretStored : words.secretMissing}</dd>
        <dt>{words.heard}</dt>
        <dd>{lastNoticeAt === null ? words.never : <Age at={lastNoticeAt} />}</dd>
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
    </>
  )
}

export default Peppol
