import exportClientInvoices from './operations/export-client-invoices.ts'
import getAgingReport from './operations/get-aging-report.ts'

export default () => ({ exportClientInvoices, getAgingReport })
