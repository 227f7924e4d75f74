import { implement } from '../../../../platform/contract/index.ts'
import { clients } from '../contract/accounts.ts'
import addClientAccountProject from '../operations/add-client-account-project.ts'
import archiveClientAccount, { type EndInvitations } from '../operations/archive-client-account.ts'
import createClientAccount from '../operations/create-client-account.ts'
import getClientAccount from '../operations/get-client-account.ts'
import listClientAccountProjects from '../operations/list-client-account-projects.ts'
import listClientAccounts from '../operations/list-client-accounts.ts'
import removeClientAccountProject from '../operations/remove-client-account-project.ts'
import updateClientAccount from '../operations/update-client-account.ts'

export default (endInvitations: EndInvitations) =>
  implement(clients, {
    listClientAccounts,
    createClientAccount,
    getClientAccount,
    updateClientAccount,
    archiveClientAccount: archiveClientAccount(endInvitations),
    listClientAccountProjects,
    addClientAccountProject,
    removeClientAccountProject,
  })
