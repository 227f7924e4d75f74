import { table, type RowOf } from '../../../platform/db/table.ts'
import type { LetterKind } from './rules.ts'

export const letter = table(
  'letter',
  {
    id: 'uuid',
    userId: 'uuid',
    kind: 'text',
    reminds: 'bool',
    projectId: 'uuid?',
    cycleId: 'uuid?',
    handle: 'text?',
    subjectId: 'uuid',
    title: 'text',
    unshown: 'int4?',
    decideBy: 'timestamptz?',
    pictureKey: 'text?',
    why: 'text?',
    createdAt: 'timestamptz',
    dueAt: 'timestamptz',
    endedAt: 'timestamptz?',
    mailId: 'uuid?',
  },
  { workspaceId: 'uuid', needs: 'text' },
)
export type LetterRow = RowOf<typeof letter, { kind: LetterKind }>
