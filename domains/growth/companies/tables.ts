import { table, type RowOf } from '../../../platform/db/table.ts'

export const growthCompany = table(
  'growth_company',
  {
    domain: 'text',
    name: 'text',
    country: 'text?',
    imprintUrl: 'text',
    registerNumber: 'text?',
    vatNumber: 'text?',
    readAt: 'timestamptz',
  },
  { nameKey: 'text' },
)
export type CompanyRow = RowOf<typeof growthCompany>

export const growthCompanySupply = table(
  'growth_company_supply',
  { suppliedAt: 'timestamptz' },
  { workspaceId: 'uuid', domain: 'text' },
)
