import exportClientInvoices from './operations/export-client-invoices.ts'
import getAgingReport from './operations/get-aging-report.ts'
import getRevenueReport from './operations/get-revenue-report.ts'

export default () => ({ exportClientInvoices, getAgingReport, getRevenueReport })
