import { queueGrowthLeads, startGrowthPlayLookup } from '../../../../../../domains/growth/plays/contract.ts'
import type { Reply } from '../../../../../../platform/client/index.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { Button } from '../../../../parts/button.tsx'
import { Section } from '../../../../parts/section.tsx'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { PlayRefusal } from '../play-refusal.tsx'
import type { Play } from '../play.ts'

/** Looks up new leads, and lets those wait for mail that may get some. */
export const QueueSection = ({ play }: { readonly play: Play }) => {
  const words = useGrowthPlayWords()
  const queue = useOperation(queueGrowthLeads)
  const lookUp = useOperation(startGrowthPlayLookup)
  const input = { params: { playId: play.id } }
  const isActive = play.status === 'active'
  return (
    <Section title={words.queue} text={isActive ? words.queueText : words.notRunning}>
      <div className="panel pad stack">
        <div className="line wrap">
          <Button disabled={!isActive} isPending={queue.isPending} onClick={() => queue.mutate(input)}>
            {words.queueAct}
          </Button>
          <Button variant="plain" isPending={lookUp.isPending} onClick={() => lookUp.mutate(input)}>
            {words.lookUp}
          </Button>
          <span className="quiet">{words.lookUpText}</span>
        </div>
        <PlayRefusal error={queue.error ?? lookUp.error} />
        <div role="status" className="stack-8">
          {queue.data ? <Outcome outcome={queue.data} /> : null}
          {lookUp.data ? <p>{words.lookedUp(lookUp.data.leads)}</p> : null}
        </div>
      </div>
    </Section>
  )
}

const Outcome = ({ outcome: { queued, refused } }: { readonly outcome: Reply<typeof queueGrowthLeads> }) => {
  const words = useGrowthPlayWords()
  const reasons = Object.entries(refused)
  return (
    <>
      <p>{words.queued(queued)}</p>
      {reasons.length === 0 ? null : (
        <dl className="kv">
          {reasons.map(([code, count]) => (
            <div key={code} className="refused">
              <dt>{words.notQueued(count)}</dt>
              <dd>{words.refusals[code] ?? code}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
