import type { Contract } from '../../platform/contract/index.ts'
import * as account from './contract/account.ts'
import * as workspace from './contract/workspace.ts'

export * from './contract/account.ts'
export * from './contract/records.ts'
export * from './contract/workspace.ts'

export const portals = {
  ...account,
  ...workspace,
} as const satisfies Contract
