import addGrowthMailbox from './operations/add-growth-mailbox.ts'
import checkGrowthMailboxDns from './operations/check-growth-mailbox-dns.ts'
import connectGrowthMailbox from './operations/connect-growth-mailbox.ts'
import disconnectGrowthMailbox from './operations/disconnect-growth-mailbox.ts'
import finishGrowthMailboxConnect from './operations/finish-growth-mailbox-connect.ts'
import listGrowthMailboxes from './operations/list-growth-mailboxes.ts'
import updateGrowthMailbox from './operations/update-growth-mailbox.ts'
import type { MailboxOperationParts } from './parts.ts'

export default (parts: MailboxOperationParts) => ({
  listGrowthMailboxes: listGrowthMailboxes(parts),
  connectGrowthMailbox: connectGrowthMailbox(parts),
  finishGrowthMailboxConnect: finishGrowthMailboxConnect(parts),
  addGrowthMailbox: addGrowthMailbox(parts),
  updateGrowthMailbox,
  disconnectGrowthMailbox: disconnectGrowthMailbox(parts),
  checkGrowthMailboxDns: checkGrowthMailboxDns(parts),
})
