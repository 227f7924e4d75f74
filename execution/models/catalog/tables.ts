import { table } from '../../../platform/db/table.ts'

export const modelCatalogTable = table('model_catalog', {
  source: 'text',
  models: 'jsonb?',
  isWhole: 'bool',
  fetchedAt: 'timestamptz?',
  triedAt: 'timestamptz',
  failure: 'text?',
})
