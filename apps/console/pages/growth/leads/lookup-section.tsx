import { listGrowthLookups, startGrowthLookup } from '../../../../../domains/growth/providers/contract.ts'
import { isPassAtWork } from '../../../../../domains/growth/providers/rules.ts'
import { useFirstRowsLater, useOperation } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/button.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { useGrowthProviderWords } from '../../../words/growth-providers/index.ts'

const lookEveryMs = 3_000

/** Starts a look-up of the new leads, and shows what became of the last one. */
export const LookupSection = ({ projectId }: { readonly projectId: string }) => {
  const words = useGrowthProviderWords()
  const { dollars } = useFormat()
  const input = { params: { projectId }, query: { limit: 1 } }
  const { data: passes = [] } = useFirstRowsLater(listGrowthLookups, input)
  const [last] = passes
  const isAtWork = last !== undefined && isPassAtWork(last.status)
  useFirstRowsLater(listGrowthLookups, input, { refetchInterval: isAtWork ? lookEveryMs : false })
  const start = useOperation(startGrowthLookup)
  return (
    <Section title={words.lookups}>
      <div className="panel pad stack">
        {last ? (
          <p>
            {[words.statuses[last.status], ...(last.reason === null ? [] : [words.reasons[last.reason]])].join(': ')}{' '}
            <span className="quiet">{words.pass(last.leads, last.waiting, dollars(last.costUsd))}</span>
          </p>
        ) : null}
        <Refusal error={start.error} />
        <div className="line wrap">
          <Button
            isPending={start.isPending}
            pendingText={words.lookingUp}
            disabled={isAtWork}
            onClick={() => start.mutate({ params: { projectId } })}
          >
            {words.lookUp}
          </Button>
        </div>
      </div>
    </Section>
  )
}
