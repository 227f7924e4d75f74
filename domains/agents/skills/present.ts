import type { Static } from '../../../platform/contract/index.ts'
import type { ImportedSkill } from './contract.ts'
import { headOf } from './rules.ts'
import type { SkillRow } from './tables.ts'

export const presentSkill = ({ slug, content, createdAt, updatedAt }: SkillRow): Static<typeof ImportedSkill> => ({
  slug,
  ...headOf(slug, content),
  createdAt,
  updatedAt,
  sizeBytes: Buffer.byteLength(content),
})
