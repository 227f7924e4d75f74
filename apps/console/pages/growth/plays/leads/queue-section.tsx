import { queueGrowthLeads, startGrowthPlayLookup } from '../../../../../../domains/growth/plays/contract.ts'
import type { Reply } from '../../../../../../platform/client/index.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { Button } from '../../../../parts/button.tsx'
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
    <section className="panel pad queue-bar" aria-label={words.queue}>
      <p className="grow quiet">{isActive ? words.queueText : words.notRunning}</p>
      <div className="line wrap">
        <Button
          variant="plain"
          title={words.lookUpText}
          isPending={lookUp.isPending}
          onClick={() => lookUp.mutate(input)}
        >
          {words.lookUp}
        </Button>
        <Button disabled={!isActive} isPending={queue.isPending} onClick={() => queue.mutate(input)}>
          {words.queueAct}
        </Button>
      </div>
      <PlayRefusal error={queue.error ?? lookUp.error} />
      <div role="status">
        {queue.data ? <Outcome outcome={queue.data} /> : null}
        {lookUp.data ? <p>{words.lookedUp(lookUp.data.leads)}</p> : null}
      </div>
    </section>
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
