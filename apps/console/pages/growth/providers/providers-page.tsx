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
import { CompareSection } from './compare-section.tsx'
import { ProviderTable } from './provider-table.tsx'
import { DefaultOrders, SilentOrdersNote, silentOf } from './silent-orders-note.tsx'
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
  const changed = chains.filter(({ isDefault }) => !isDefault)
  useTitle(words.title)
  const labelOf = (id: string) => providers.find(({ provider }) => provider === id)?.label ?? id
  return (
    <GrowthFrame isWide>
      <Head title={words.title} text={isAdministrator ? words.text : words.readOnly} />
      <SilentOrdersNote chains={chains} isAdministrator={isAdministrator} />
      <Section
        title={words.keys}
        text={words.keysText}
        action={
          isAdministrator && changed.length > 0 && silentOf(chains).length === 0 ? (
            <DefaultOrders chains={changed} />
          ) : null
        }
      >
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
