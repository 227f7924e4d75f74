import { handle } from '../../../../platform/handler/index.ts'
import { toggleCrawl } from '../contract.ts'
import { presentCrawl } from '../present.ts'
import { crawlUseOf, toggleCrawling } from '../store.ts'

export default (pagesAllowed: number) =>
  handle(toggleCrawl, async ({ tx, workspace, caller, body, now, ok }) => {
    await toggleCrawling(tx, { enabled: body.enabled, now, userId: caller.userId })
    return ok(presentCrawl(await crawlUseOf(tx, now), pagesAllowed), {
      resource: ['crawl', workspace],
      metadata: { enabled: body.enabled },
    })
  })
