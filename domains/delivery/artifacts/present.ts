import type { Static } from '../../../platform/contract/index.ts'
import type { StoredArtifact } from './contract.ts'
import type { ArtifactRow } from './tables.ts'

export const presentArtifact = ({ path, checkName, isMasked, ...row }: ArtifactRow): Static<typeof StoredArtifact> => ({
  ...row,
  filename: path,
  check: checkName,
  masked: isMasked,
})
