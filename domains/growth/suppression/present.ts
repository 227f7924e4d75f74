import type { Static } from '../../../platform/contract/index.ts'
import type { GrowthSuppression } from './contract.ts'
import { isRemovable } from './rules.ts'
import type { SuppressionRow } from './tables.ts'

export const presentSuppression = ({
  id,
  kind,
  value,
  source,
  addedBy,
  createdAt,
}: SuppressionRow): Static<typeof GrowthSuppression> => ({
  id,
  kind,
  value,
  source,
  removable: isRemovable(source),
  addedBy,
  createdAt,
})
