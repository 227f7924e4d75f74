import { handle } from '../../../../platform/handler/index.ts'
import { listProjectPullRequests } from '../contract.ts'
import { presentPullRequest } from '../present.ts'
import { pullRequestsOf } from '../store-pull-requests.ts'

export default handle(listProjectPullRequests, async ({ tx, params, ok }) =>
  ok((await pullRequestsOf(tx, params.id)).map(presentPullRequest)),
)
