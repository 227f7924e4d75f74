import { handle } from '../../../../platform/handler/index.ts'
import { shownTo } from '../../../code/projects/index.ts'
import { authorNames } from '../author-names.ts'
import { conversationsMost, listClientConversations } from '../contract/clients.ts'
import { excerptMost } from '../rules.ts'
import { conversationsOfClients } from '../store-clients.ts'

export default handle(listClientConversations, async ({ tx, caller, ok }) => {
  const only = shownTo(caller).only ?? null
  const rows = await conversationsOfClients(tx, { only, excerptMost, rows: conversationsMost })
  const names = await authorNames(
    tx,
    rows.map(({ createdBy }) => ({ createdBy, authorSide: 'client' })),
  )
  return ok(rows.map(({ createdBy, ...row }) => ({ ...row, authorName: names.get(createdBy) ?? null })))
})
