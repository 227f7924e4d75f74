import type { Static } from '../../../platform/contract/index.ts'
import type { ActivityEvent } from './contract.ts'
import type { EventRow } from './tables.ts'

export const presentEvent = ({ name, ...row }: EventRow): Static<typeof ActivityEvent> => ({ ...row, eventType: name })
