import exportDatevBookings from './operations/export-datev-bookings.ts'
import getAccountingSettings from './operations/get-accounting-settings.ts'
import getClientAccounting from './operations/get-client-accounting.ts'
import saveAccountingSettings from './operations/save-accounting-settings.ts'
import saveClientAccounting from './operations/save-client-accounting.ts'

export default () => ({
  exportDatevBookings,
  getAccountingSettings,
  getClientAccounting,
  saveAccountingSettings,
  saveClientAccounting,
})
