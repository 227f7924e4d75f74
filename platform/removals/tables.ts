import { table } from '../db/table.ts'

/** An object that is removed at `dueAt`; a key that ends in `/` means all objects under it. */
export const removedObject = table('removed_object', { key: 'text', dueAt: 'timestamptz' }, { workspaceId: 'uuid?' })
