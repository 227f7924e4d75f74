import { updateGrowthChain } from '../../../../../domains/growth/providers/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { Glyph } from '../../../parts/glyph.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { useGrowthProviderWords } from '../../../words/growth-providers/index.ts'
import { askedOf, type Chain } from './can-be-asked.ts'

interface SilentOrdersNoteProps {
  readonly chains: readonly Chain[]
  readonly isAdministrator: boolean
}

/** Warns of look-ups whose order was changed so that no provider is asked; the default order is one press away. */
export const SilentOrdersNote = ({ chains, isAdministrator }: SilentOrdersNoteProps) => {
  const words = useGrowthProviderWords()
  const save = useOperation(updateGrowthChain)
  const silent = chains.filter((chain) => !chain.isDefault && askedOf(chain).length === 0)
  const reset = async () => {
    try {
      for (const { capability } of silent) await save.mutateAsync({ params: { capability }, body: { order: null } })
    } catch {
      // The refusal is shown below; orders that were reset by then stay.
    }
  }
  if (silent.length === 0) return null
  return (
    <div className="note wait silent-orders" role="status">
      <Glyph name="wait" />
      <div className="stack-8">
        <p>{words.silent(silent.map(({ capability }) => words.capabilities[capability]).join(', '))}</p>
        {isAdministrator ? (
          <div className="line wrap">
            <Button size="small" isPending={save.isPending} onClick={() => void reset()}>
              {words.toDefaults}
            </Button>
          </div>
        ) : null}
        <Refusal error={save.error} />
      </div>
    </div>
  )
}
