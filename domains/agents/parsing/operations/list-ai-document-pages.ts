import { handle } from '../../../../platform/handler/index.ts'
import { listAiDocumentPages } from '../contract.ts'
import { presentPage } from '../present.ts'
import { findDocument } from '../store.ts'
import { decisionsOf, pagesAfter } from '../store-parses.ts'

export default handle(listAiDocumentPages, async ({ tx, caller, params, query, absent, ok }) => {
  const { after = 0, limit = 20 } = query
  const document = (await findDocument(tx, caller, params.id)) ?? absent()
  const pages = await pagesAfter(tx, document.parseId, after, limit)
  const decisions = await decisionsOf(tx, document.id, after + 1, pages.at(-1)?.number ?? 0)
  return ok(
    pages.map((page) =>
      presentPage(
        page,
        decisions.find(({ number }) => number === page.number),
      ),
    ),
  )
})
