import { Fragment } from 'react'
import { CopyButton } from '../../../parts/text/copy-button.tsx'
import { Fold } from '../../../parts/fold.tsx'
import { useAuditWords } from '../../../words/audit/index.ts'

const sample = `POST /atelier HTTP/1.1
webhook-id: 019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11
webhook-timestamp: 1772619330
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{
  "type": "task.merged",
  "timestamp": "2026-03-04T10:15:30.000Z",
  "data": { "position": 812, "eventType": "task.merged", … }
}`

const specification = 'https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md'

/** Types of events that people ask for most. */
const types = [
  'cycle.completed',
  'task.merged',
  'pending_request.created',
  'deliverable_approval.decided',
  'client_invoice.paid',
] as const

/** Some types of events, and one signed message as an address receives it. */
export const WebhookSample = () => {
  const words = useAuditWords().webhooks
  return (
    <div className="panel pad">
      <Fold title={words.sample}>
        <p>{words.sampleText}</p>
        <dl className="kv webhook-types">
          {types.map((type) => (
            <Fragment key={type}>
              <dt className="mono">{type}</dt>
              <dd>{words.samples[type]}</dd>
            </Fragment>
          ))}
        </dl>
        <a className="link" href={specification} target="_blank" rel="noreferrer">
          {words.verify}
        </a>
        <div className="webhook-sample">
          <pre className="log" tabIndex={0} aria-label={words.message}>
            {sample}
          </pre>
          <CopyButton text={sample} label={words.copyMessage} />
        </div>
      </Fold>
    </div>
  )
}
