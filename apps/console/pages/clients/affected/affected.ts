import type { findAffectedDeliveries } from '../../../../../domains/delivery/components/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'

export type Affected = Reply<typeof findAffectedDeliveries>
