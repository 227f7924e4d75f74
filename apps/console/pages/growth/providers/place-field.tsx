import { updateGrowthChain } from '../../../../../domains/growth/providers/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useGrowthProviderWords } from '../../../words/growth-providers/index.ts'
import { askedOf, placedAt, type Chain } from './can-be-asked.ts'

interface PlaceFieldProps {
  readonly chain: Chain
  readonly provider: string
  readonly label: string
}

/** The place of a provider among the providers that a look-up asks; saved once it is chosen. */
export const PlaceField = ({ chain, provider, label }: PlaceFieldProps) => {
  const words = useGrowthProviderWords()
  const save = useOperation(updateGrowthChain)
  const asked = askedOf(chain)
  const place = asked.indexOf(provider) + 1
  const places = place === 0 ? asked.length + 1 : asked.length
  const set = (chosen: number) =>
    save.mutate({ params: { capability: chain.capability }, body: { order: placedAt(chain, provider, chosen) } })
  return (
    <>
      <select
        className="input order-place"
        aria-label={words.placeOf(label, words.capabilities[chain.capability])}
        value={place}
        disabled={save.isPending}
        onChange={({ target }) => set(Number(target.value))}
      >
        <option value={0}>–</option>
        {Array.from({ length: places }, (_each, at) => (
          <option key={at} value={at + 1}>
            {at + 1}
          </option>
        ))}
      </select>
      <Refusal error={save.error} />
    </>
  )
}
