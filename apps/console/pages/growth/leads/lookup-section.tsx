import { TextLink } from '../../../parts/text/text-link.tsx'
import {
  listGrowthChains,
  listGrowthLookups,
  startGrowthLookup,
} from '../../../../../domains/growth/providers/contract.ts'
import { isPassAtWork } from '../../../../../domains/growth/providers/rules.ts'
import { useFirstRowsLater, useLateReply, useOperation } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { Age } from '../../../parts/text/age.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { capitalized } from '../../../parts/text/capitalized.ts'
import { FailureNote } from '../../../parts/failure/failure-note.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { dot, joined } from '../../../parts/text/joined.tsx'
import { paths } from '../../../paths.ts'
import { useGrowthProviderWords } from '../../../words/growth-providers/index.ts'
import { askedOf } from '../providers/can-be-asked.ts'
import '../plays/plays.css'

const lookEveryMs = 3_000

interface LookupSectionProps {
  readonly projectId: string
  readonly isAddressMissing: boolean
}

/** Starts a look-up of the new leads, and shows the result of the last one. */
export const LookupSection = ({ projectId, isAddressMissing }: LookupSectionProps) => {
  const words = useGrowthProviderWords()
  const { dollars } = useFormat()
  const input = { params: { projectId }, query: { limit: 1 } }
  const { data: passes = [] } = useFirstRowsLater(listGrowthLookups, input)
  const [last] = passes
  const isAtWork = last !== undefined && isPassAtWork(last.status)
  useFirstRowsLater(listGrowthLookups, input, { refetchInterval: isAtWork ? lookEveryMs : false })
  const start = useOperation(startGrowthLookup)
  const { data: chains } = useLateReply(listGrowthChains)
  const hasAsked = last?.status !== 'finished' || last.reason !== null || last.lookups > 0
  // Orders that are not read yet count as unset.
  if (!hasAsked && (chains?.every((chain) => askedOf(chain).length === 0) ?? true)) {
    return isAddressMissing ? (
      <p className="filters soft">
        {words.noneChosen}
        <TextLink to={paths.growthProviders}>{words.openProviders}</TextLink>
      </p>
    ) : null
  }
  return (
    <section className="panel pad queue-bar" aria-label={words.lookups}>
      {last === undefined || last.reason === null ? null : (
        <FailureNote message={`${capitalized(words.reasons[last.reason])}.`} />
      )}
      <p className="quiet line wrap">
        {last ? (
          <span>
            {words.statuses[last.status]} <Age at={last.endedAt ?? last.createdAt} />
            {dot}
            {joined(
              words.pass(last.leads, last.waiting),
              words.passFound(last.lookups, last.found),
              dollars(last.costUsd),
            )}
          </span>
        ) : (
          words.neverLookedUp
        )}
      </p>
      <Button
        isPending={start.isPending}
        pendingText={words.lookingUp}
        disabled={isAtWork}
        onClick={() => start.mutate({ params: { projectId } })}
      >
        {words.lookUp}
      </Button>
      <Refusal error={start.error} />
    </section>
  )
}
