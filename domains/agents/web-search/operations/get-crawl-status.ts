import { handle } from '../../../../platform/handler/index.ts'
import { getCrawlStatus } from '../contract.ts'
import { presentCrawl } from '../present.ts'
import { crawlingOf } from '../store.ts'

export default (pagesAllowed: number) =>
  handle(getCrawlStatus, async ({ tx, now, ok }) => ok(presentCrawl(await crawlingOf(tx, now), pagesAllowed)))
