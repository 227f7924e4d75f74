import { queueGrowthLeads, startGrowthPlayLookup } from '../../../../../../domains/growth/plays/contract.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { PlayRefusal } from '../play-refusal.tsx'
import type { Play } from '../play.ts'

/** Looks up new leads, and queues the leads for mail that may get some. */
export const QueueActs = ({ play }: { readonly play: Play }) => {
  const words = useGrowthPlayWords()
  const queue = useOperation(queueGrowthLeads)
  const lookUp = useOperation(startGrowthPlayLookup)
  const input = { params: { playId: play.id } }
  const refusals = Object.entries(queue.data?.refused ?? {})
  return (
    <>
      <Button title={words.lookUpText} isPending={lookUp.isPending} onClick={() => lookUp.mutate(input)}>
        {words.lookUp}
      </Button>
      {play.status === 'active' ? (
        <Button title={words.queueText} isPending={queue.isPending} onClick={() => queue.mutate(input)}>
          {words.queueAct}
        </Button>
      ) : null}
      <PlayRefusal error={queue.error ?? lookUp.error} />
      <div className="queue-told" role="status">
        {queue.data ? <p>{words.queued(queue.data.queued)}</p> : null}
        {refusals.length === 0 ? null : (
          <dl className="kv">
            {refusals.map(([code, count]) => (
              <div key={code} className="refused">
                <dt>{words.notQueued(count)}</dt>
                <dd>{words.refusals[code] ?? code}</dd>
              </div>
            ))}
          </dl>
        )}
        {lookUp.data ? <p>{words.lookedUp(lookUp.data.leads)}</p> : null}
      </div>
    </>
  )
}
