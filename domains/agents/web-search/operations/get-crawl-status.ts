import { handle } from '../../../../platform/handler/index.ts'
import { getCrawlStatus } from '../contract.ts'
import { presentCrawl } from '../present.ts'
import { crawlUseOf } from '../store.ts'

export default (pagesAllowed: number) =>
  handle(getCrawlStatus, async ({ tx, now, ok }) => ok(presentCrawl(await crawlUseOf(tx, now), pagesAllowed)))
