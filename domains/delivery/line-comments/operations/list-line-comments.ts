import { handle } from '../../../../platform/handler/index.ts'
import { listLineComments } from '../contract.ts'
import { presentLineComments } from '../present.ts'
import { commentsShownTo } from '../store.ts'

export default handle(listLineComments, async ({ tx, params, caller, ok }) => {
  const { rows, truncated } = await commentsShownTo(tx, params.id, caller.userId)
  return ok({ comments: await presentLineComments(tx, rows), truncated })
})
