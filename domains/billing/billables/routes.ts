import correctBillable from './operations/correct-billable.ts'
import createBillable from './operations/create-billable.ts'
import getBillingIdentity from './operations/get-billing-identity.ts'
import getClientBillingIdentity from './operations/get-client-billing-identity.ts'
import listBillables from './operations/list-billables.ts'
import saveBillingIdentity from './operations/save-billing-identity.ts'
import saveClientBillingIdentity from './operations/save-client-billing-identity.ts'
import writeOffBillable from './operations/write-off-billable.ts'

export default () => ({
  correctBillable,
  createBillable,
  getBillingIdentity,
  getClientBillingIdentity,
  listBillables,
  saveBillingIdentity,
  saveClientBillingIdentity,
  writeOffBillable,
})
