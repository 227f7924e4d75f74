import {
  listGrowthChains,
  listGrowthLookups,
  listGrowthProviders,
  startGrowthLookup,
} from '../../../../domains/growth/providers/contract.ts'
import { isPassAtWork } from '../../../../domains/growth/providers/rules.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

const usd = (amount: number) => `$${amount.toFixed(amount > 0 && amount < 0.1 ? 4 : 2)}`

/** `atelier growth providers`: who can be asked, and whether a key is stored. */
export const listProviders = async ({ client, output }: Session): Promise<void> => {
  const rows = await (await client()).call(listGrowthProviders, {})
  output.document(rows)
  for (const { provider, enabled, isBuiltIn, hasApiKey, hasInstanceKey, capabilities } of rows) {
    const own = hasApiKey ? 'own key' : hasInstanceKey ? 'key of the instance' : 'no key'
    const state = [isBuiltIn ? 'built in' : own, ...(enabled ? [] : ['off'])].join(', ')
    const able = capabilities.map(({ capability, priceUsd }) => `${capability} ${usd(priceUsd)}`).join(', ')
    output.print(`${provider.padEnd(14)}  ${state.padEnd(20)}  ${able}`)
  }
}

/** `atelier growth chains`: in which order providers are asked, and how each did in the last 7 days. */
export const listChains = async ({ client, output }: Session): Promise<void> => {
  const rows = await (await client()).call(listGrowthChains, {})
  output.document(rows)
  for (const { capability, isDefault, providers } of rows) {
    output.print(`${capability}${isDefault ? '' : '  (own order)'}`)
    for (const { provider, isReady, asked, found, failed, costUsd } of providers) {
      const figures = `${asked} asked, ${found} found, ${failed} failed, ${usd(costUsd)}`
      output.print(`  ${printable(provider).padEnd(14)}  ${figures}${isReady ? '' : '  (passed over)'}`)
    }
  }
}

const lookEveryMs = 1_000

/** `atelier growth lookup`: looks up the new leads of a growth project, and says what came of it. */
export const lookUp = async (
  { client, output }: Session,
  projectId: string,
  { wait = true }: { readonly wait?: boolean },
): Promise<void> => {
  const api = await client()
  const params = { projectId }
  let pass = await api.call(startGrowthLookup, { params })
  while (wait && isPassAtWork(pass.status)) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    const passes = await api.call(listGrowthLookups, { params })
    pass = passes.find(({ id }) => id === pass.id) ?? pass
  }
  output.document(pass)
  const { id, status, reason, leads, waiting, found, costUsd } = pass
  output.print(`${id}  ${status}${reason === null ? '' : ` (${reason})`}`)
  output.print(`${leads} leads, ${waiting} left, ${found} look-ups found something, ${usd(costUsd)}`)
}
