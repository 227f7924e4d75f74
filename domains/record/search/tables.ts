import { table } from '../../../platform/db/table.ts'

/** Triggers of the tables that are searched write it (migration 0092); this domain alone reads it. */
export const searchWord = table(
  'search_word',
  { entryId: 'uuid', word: 'text', kind: 'text', projectId: 'uuid?', weight: 'int2' },
  { workspaceId: 'uuid' },
)
