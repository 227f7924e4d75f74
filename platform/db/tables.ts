import { table } from './table.ts'

/** Migrations that were applied to the database. */
export const schemaMigration = table('schema_migration', {
  version: 'int4',
  name: 'text',
  sha256: 'text',
  appliedAt: 'timestamptz',
})
