import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { updateGrowthChain, type listGrowthChains } from '../../../../../domains/growth/providers/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/button.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { useGrowthProviderWords } from '../../../words/growth-providers/index.ts'

type Chain = Reply<typeof listGrowthChains>[number]

interface ChainPanelProps {
  readonly chain: Chain
  readonly labelOf: (provider: string) => string
  readonly isAdministrator: boolean
}

/** The order of one capability, changed by buttons, with the results of the last 7 days. */
export const ChainPanel = ({ chain, labelOf, isAdministrator }: ChainPanelProps) => {
  const words = useGrowthProviderWords()
  const { capability, order, isDefault, available } = chain
  const save = useOperation(updateGrowthChain)
  const set = (next: readonly string[] | null) =>
    save.mutate({ params: { capability }, body: { order: next === null ? null : [...next] } })
  const others = available.filter((one) => !order.includes(one))
  return (
    <div className="panel pad stack">
      <div className="line wrap">
        <h3>{words.capabilities[capability]}</h3>
        {isDefault ? <span className="quiet">{words.isDefault}</span> : null}
        {isDefault || !isAdministrator ? null : (
          <Button size="small" isPending={save.isPending} onClick={() => set(null)}>
            {words.toDefault}
          </Button>
        )}
      </div>
      {order.length === 0 ? <p className="quiet">{words.none}</p> : null}
      <ol className="rows">
        {order.map((provider, place) => (
          <li key={provider} className="row person">
            <div className="who">
              <b>{labelOf(provider)}</b>
              <Figures chain={chain} provider={provider} />
            </div>
            {isAdministrator ? (
              <div className="acts">
                <Button
                  size="small"
                  aria-label={words.up(labelOf(provider))}
                  disabled={place === 0 || save.isPending}
                  onClick={() => set(moved(order, place, place - 1))}
                >
                  <ArrowUp size={15} />
                </Button>
                <Button
                  size="small"
                  aria-label={words.down(labelOf(provider))}
                  disabled={place === order.length - 1 || save.isPending}
                  onClick={() => set(moved(order, place, place + 1))}
                >
                  <ArrowDown size={15} />
                </Button>
                <Button
                  size="small"
                  aria-label={words.leaveOut(labelOf(provider))}
                  disabled={save.isPending}
                  onClick={() => set(order.filter((one) => one !== provider))}
                >
                  <Minus size={15} />
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ol>
      {isAdministrator && others.length > 0 ? (
        <div className="line wrap">
          {others.map((provider) => (
            <Button key={provider} size="small" disabled={save.isPending} onClick={() => set([...order, provider])}>
              <Plus size={15} /> {words.takeIn(labelOf(provider))}
            </Button>
          ))}
        </div>
      ) : null}
      <Refusal error={save.error} />
    </div>
  )
}

const moved = (order: readonly string[], from: number, to: number) => {
  const next = [...order]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

const Figures = ({ chain, provider }: { readonly chain: Chain; readonly provider: string }) => {
  const words = useGrowthProviderWords()
  const { dollars } = useFormat()
  const one = chain.providers.find((row) => row.provider === provider)
  if (!one) return null
  const { asked, found, failed, costUsd, isReady } = one
  const figures = asked === 0 ? words.unasked : words.figures(asked, found, failed, dollars(costUsd))
  return <span className="quiet">{[figures, ...(isReady ? [] : [words.notReady])].join(' · ')}</span>
}
