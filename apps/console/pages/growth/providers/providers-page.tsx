import { getGrowthIndexStats } from '../../../../../domains/growth/companies/contract.ts'
import { listGrowthChains, listGrowthProviders } from '../../../../../domains/growth/providers/contract.ts'
import { getGrowthSettings, updateGrowthSettings } from '../../../../../domains/growth/settings/contract.ts'
import { prefetch, useOperation, useReply } from '../../../api/use-operation.ts'
import { Head, useTitle } from '../../../parts/page.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { useGrowthProviderWords } from '../../../words/growth-providers/index.ts'
import { useRole } from '../../../api/use-role.ts'
import { GrowthFrame } from '../growth-frame.tsx'
import { askedOf } from './can-be-asked.ts'
import { ChainPanel } from './chain-panel.tsx'
import { CompareSection } from './compare-section.tsx'
import { ProviderTable } from './provider-table.tsx'
import { SilentOrdersNote } from './silent-orders-note.tsx'
import './providers.css'

export const loader = () => {
  prefetch(listGrowthProviders)
  prefetch(getGrowthIndexStats)
  prefetch(getGrowthSettings)
  return prefetch(listGrowthChains)
}

/** Providers of data on companies and people: keys, order, and the results of each. */
export default function ProvidersPage() {
  const words = useGrowthProviderWords()
  const { isAdministrator } = useRole()
  const providers = useReply(listGrowthProviders)
  const chains = useReply(listGrowthChains)
  const isAnyAsked = chains.some((chain) => askedOf(chain).length > 0)
  useTitle(words.title)
  const labelOf = (id: string) => providers.find(({ provider }) => provider === id)?.label ?? id
  return (
    <GrowthFrame isWide>
      <Head title={words.title} text={isAdministrator ? words.text : words.readOnly} />
      <SilentOrdersNote chains={chains} isAdministrator={isAdministrator} />
      <Section title={words.keys} text={isAnyAsked ? words.keysText : words.keysUnasked}>
        <details className="orders">
          <summary>{isAdministrator ? words.changeOrder : words.chains}</summary>
          <p className="quiet">{words.chainsText}</p>
          <div className="chains">
            {chains.map((chain) => (
              <ChainPanel key={chain.capability} chain={chain} labelOf={labelOf} isAdministrator={isAdministrator} />
            ))}
          </div>
        </details>
        <ProviderTable providers={providers} chains={chains} isAdministrator={isAdministrator} />
      </Section>
      <CompareSection providers={providers} labelOf={labelOf} />
      <IndexSection isAdministrator={isAdministrator} />
    </GrowthFrame>
  )
}

const IndexSection = ({ isAdministrator }: { readonly isAdministrator: boolean }) => {
  const words = useGrowthProviderWords()
  const { companies, supplied } = useReply(getGrowthIndexStats)
  const { contributesToIndex } = useReply(getGrowthSettings)
  const save = useOperation(updateGrowthSettings)
  return (
    <Section title={words.index} text={words.indexText}>
      <div className="panel pad stack">
        <p>{words.indexCounts(companies, supplied)}</p>
        <label className="line">
          <input
            type="checkbox"
            name="contributesToIndex"
            checked={contributesToIndex}
            disabled={!isAdministrator || save.isPending}
            onChange={(event) => save.mutate({ body: { contributesToIndex: event.target.checked } })}
          />
          {words.contribute}
        </label>
        <Refusal error={save.error} />
      </div>
    </Section>
  )
}
