import { page, type Reach } from './reach.ts'
import { reachAccounts } from './reach-accounts.ts'
import { reachAgents } from './reach-agents.ts'
import { reachBilling } from './reach-billing.ts'
import { reachCode } from './reach-code.ts'
import { reachDelivery } from './reach-delivery.ts'
import { reachRecord } from './reach-record.ts'

export type { Reach } from './reach.ts'

/** Every table. Each operation is in one of them, once. */
export const reachTables = [reachAccounts, reachAgents, reachBilling, reachCode, reachDelivery, reachRecord]

const decided = new Map(reachTables.flatMap((table) => Object.entries(table)))

/** How an operation is reached. One that no table names is for a person. */
export const reachOf = (operationId: string): Reach => decided.get(operationId) ?? page('/')

/** Where a person does it: the page with the parameters that are known, else the page above the first that is missing. */
export const pageAddress = (path: string, params: Readonly<Record<string, unknown>>): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    return typeof value === 'string' && value !== '' ? encodeURIComponent(value) : '{'
  })
  const end = filled.indexOf('{')
  if (end < 0) return `/console${filled}`
  return `/console${filled.slice(0, end).replace(/(\?.{0,500}|\/)$/, '')}`
}
