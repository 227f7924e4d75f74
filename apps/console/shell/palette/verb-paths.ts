import { paths } from '../../paths.ts'

/** Pages that call an operation which people search for, by the id of the operation. */
export const verbPaths = {
  createProjectImport: paths.importProject,
  inviteMember: paths.settingsOf('members'),
  createApiKey: paths.settingsOf('keys'),
  createModelEndpoint: paths.models,
  createWebhook: paths.webhooks,
  createClientAccount: paths.clients,
  createClientInvoiceDraft: paths.newInvoice,
  createBillable: paths.newBillable,
  connectPaymentProvider: paths.payments,
  uploadAiAsset: paths.media,
  createGrowthProject: paths.growth,
  addGrowthMailbox: paths.growthMailboxes,
  addGrowthSuppressions: paths.suppressions,
  saveWorkspaceBrandKit: paths.settingsOf('brand'),
  addIdentityDomain: paths.settingsOf('sign-in'),
  registerPasskey: paths.settingsOf('security'),
  changePassword: paths.settingsOf('security'),
  changeEmail: paths.settingsOf('security'),
  exportPerson: paths.settingsOf('you'),
  leaveWorkspace: paths.settingsOf('you'),
}
