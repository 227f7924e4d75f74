import exportAgingReport from './operations/export-aging-report.ts'
import exportClientInvoices from './operations/export-client-invoices.ts'
import exportRevenueReport from './operations/export-revenue-report.ts'
import getAgingReport from './operations/get-aging-report.ts'
import getRevenueReport from './operations/get-revenue-report.ts'
import listClientStandings from './operations/list-client-standings.ts'
import listProjectBilledWork from './operations/list-project-billed-work.ts'

export default () => ({
  exportAgingReport,
  exportClientInvoices,
  exportRevenueReport,
  getAgingReport,
  getRevenueReport,
  listClientStandings,
  listProjectBilledWork,
})
