import { getGrowthIndexStats } from '../../../../../domains/growth/companies/contract.ts'
import {
  listGrowthChains,
  listGrowthProviders,
  updateGrowthChain,
} from '../../../../../domains/growth/providers/contract.ts'
import { getGrowthSettings, updateGrowthSettings } from '../../../../../domains/growth/settings/contract.ts'
import { prefetch, useOperation, useReply } from '../../../api/use-operation.ts'
import { Head, useTitle } from '../../../parts/page.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { useGrowthProviderWords } from '../../../words/growth-providers/index.ts'
import { useRole } from '../../../api/use-role.ts'
import { GrowthFrame } from '../growth-frame.tsx'
import { CompareSection } from './compare-section.tsx'
import { ProviderTable } from './provider-table.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { Glyph } from '../../../parts/text/glyph.tsx'
import { askedOf, type Chain } from './can-be-asked.ts'
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
  const names: Readonly<Record<string, string | undefined>> = words.builtInNames
  const providers = useReply(listGrowthProviders).map((row) => ({ ...row, label: names[row.provider] ?? row.label }))
  const chains = useReply(listGrowthChains)
  const changed = chains.filter(({ isDefault }) => !isDefault)
  // Look-ups whose order was changed so that no provider is asked.
  const silent = changed.filter((chain) => askedOf(chain).length === 0)
  useTitle(words.title)
  const labelOf = (id: string) => providers.find(({ provider }) => provider === id)?.label ?? id
  return (
    <GrowthFrame isWide>
      <Head title={words.title} text={isAdministrator ? words.text : words.readOnly} />
      {silent.length === 0 ? null : (
        <div className="note wait line wrap" role="status">
          <Glyph name="wait" />
          <p className="grow">
            {silent.length === chains.length
              ? words.silent
              : words.silentFor(silent.map(({ capability }) => words.capabilities[capability]).join(', '))}
          </p>
          {isAdministrator ? <DefaultOrders chains={silent} /> : null}
        </div>
      )}
      <Section
        title={words.keys}
        text={words.keysText}
        action={
          isAdministrator && changed.length > 0 && silent.length === 0 ? <DefaultOrders chains={changed} /> : null
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

/** Returns look-ups to their default order. */
const DefaultOrders = ({ chains }: { readonly chains: readonly Chain[] }) => {
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
