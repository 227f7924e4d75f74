import { table } from '../../../platform/db/table.ts'

/** Triggers of the searched tables write it (migration 0092); only this domain reads it: decisions/0104. */
export const searchWord = table(
  'search_word',
  { entryId: 'uuid', word: 'text', kind: 'text', projectId: 'uuid?', weight: 'int2' },
  { workspaceId: 'uuid' },
)
