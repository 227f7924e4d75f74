import exportAgingReport from './operations/export-aging-report.ts'
import exportClientInvoices from './operations/export-client-invoices.ts'
import exportRevenueReport from './operations/export-revenue-report.ts'
import getAgingReport from './operations/get-aging-report.ts'
import getRevenueReport from './operations/get-revenue-report.ts'
import listClientSummaries from './operations/list-client-summaries.ts'
import listProjectBilledWork from './operations/list-project-billed-work.ts'

export default () => ({
  exportAgingReport,
  exportClientInvoices,
  exportRevenueReport,
  getAgingReport,
  getRevenueReport,
  listClientSummaries,
  listProjectBilledWork,
})
