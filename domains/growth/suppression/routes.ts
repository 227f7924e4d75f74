import type { Vault } from '../../../platform/crypto/index.ts'
import addGrowthSuppressions from './operations/add-growth-suppressions.ts'
import listGrowthSuppressions from './operations/list-growth-suppressions.ts'
import removeGrowthSuppression from './operations/remove-growth-suppression.ts'

interface Parts {
  readonly vault: Vault
}

export default ({ vault }: Parts) => ({
  listGrowthSuppressions: listGrowthSuppressions(vault),
  addGrowthSuppressions: addGrowthSuppressions(vault),
  removeGrowthSuppression,
})
