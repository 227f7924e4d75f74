import { updateGrowthChain } from '../../../../../domains/growth/providers/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { Glyph } from '../../../parts/glyph.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { useGrowthProviderWords } from '../../../words/growth-providers/index.ts'
import { askedOf, type Chain } from './can-be-asked.ts'

interface OrdersProps {
  readonly chains: readonly Chain[]
  readonly isAdministrator: boolean
}

/** The look-ups whose order was changed so that no provider is asked. */
export const silentOf = (chains: readonly Chain[]) =>
  chains.filter((chain) => !chain.isDefault && askedOf(chain).length === 0)

/** Warns of look-ups that ask no provider; the default order is one press away. */
export const SilentOrdersNote = ({ chains, isAdministrator }: OrdersProps) => {
  const words = useGrowthProviderWords()
  const silent = silentOf(chains)
  if (silent.length === 0) return null
  const names = silent.map(({ capability }) => words.capabilities[capability]).join(', ')
  return (
    <div className="note wait line" role="status">
      <Glyph name="wait" />
      <p>{silent.length === chains.length ? words.silent : words.silentFor(names)}</p>
      {isAdministrator ? <DefaultOrders chains={silent} /> : null}
    </div>
  )
}

/** Returns look-ups to their default order. */
export const DefaultOrders = ({ chains }: Pick<OrdersProps, 'chains'>) => {
  const words = useGrowthProviderWords()
  const save = useOperation(updateGrowthChain)
  const reset = async () => {
    try {
      for (const { capability } of chains) await save.mutateAsync({ params: { capability }, body: { order: null } })
    } catch {
      // The refusal is shown below; orders that were reset by then stay.
    }
  }
  return (
    <>
      <Button size="small" isPending={save.isPending} onClick={() => void reset()}>
        {words.toDefaults}
      </Button>
      <Refusal error={save.error} />
    </>
  )
}
