import type { Transaction } from '../../../platform/db/transaction.ts'
import { contributesToIndex } from '../settings/index.ts'
import { isShareable, type CompanyFacts } from './rules.ts'
import { saveCompany } from './store.ts'

/** Adds a company that this product read itself to the index, if the workspace contributes and it may be shared. */
export const supplyCompany = async (tx: Transaction, facts: CompanyFacts, now: Date): Promise<boolean> => {
  if (!isShareable(facts) || !(await contributesToIndex(tx))) return false
  await saveCompany(tx, facts, now)
  return true
}
