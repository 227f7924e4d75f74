import type { Static } from '../../../platform/contract/index.ts'
import type { ApiKey } from './contract/keys.ts'
import type { ApiKeyRow } from './tables.ts'

export const presentKey = ({
  userId,
  ownerName,
  ownerEmail,
  revokedAt: _revokedAt,
  ...key
}: ApiKeyRow): Static<typeof ApiKey> => ({ ...key, owner: { userId, name: ownerName, email: ownerEmail } })
