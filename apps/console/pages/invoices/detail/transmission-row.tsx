import type { getClientInvoiceTransmissions } from '../../../../../domains/billing/transmissions/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { Age } from '../../../parts/age.tsx'
import { Glyph } from '../../../parts/glyph.tsx'
import { Seal } from '../../../parts/seal.tsx'
import { useTransmissionWords } from '../../../words/transmissions/index.ts'

type Transmission = Reply<typeof getClientInvoiceTransmissions>['transmissions'][number]

const glyphs = {
  waiting: 'queued',
  handed_over: 'queued',
  delivered: 'good',
  answered: 'good',
  failed: 'bad',
} as const

/** A document that was handed over: its state, each step to it, and its problem. */
export const TransmissionRow = ({ transmission }: { readonly transmission: Transmission }) => {
  const words = useTransmissionWords()
  const { state, answer, environment, reason, detail, sha256, statuses } = transmission
  const answered = answer === null ? words.answerUnknown : words.answers[answer]
  return (
    <li>
      <Glyph name={answer === 'RE' ? 'bad' : answer === 'UQ' ? 'wait' : glyphs[state]} />
      <div>
        <div>
          {words.states[state]}
          {state === 'answered' ? `: ${answered}` : null}
          {environment === 'test' ? ` (${words.isTest})` : null}
        </div>
        {statuses.map(({ state: step, code, at }) => (
          <div key={`${step} ${code} ${at}`} className="quiet">
            {words.states[step]}, <Age at={at} />
          </div>
        ))}
        {reason === null ? null : <div className="quiet">{words.reasons[reason]}</div>}
        {detail === null ? null : (
          <div className="quiet" dir="auto">
            {detail}
          </div>
        )}
        <div className="quiet line wrap">
          <Seal sha256={sha256} />
        </div>
      </div>
    </li>
  )
}
