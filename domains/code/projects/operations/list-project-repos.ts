import { handle } from '../../../../platform/handler/index.ts'
import { listProjectRepos } from '../contract.ts'
import { presentRepository } from '../present.ts'
import { repositoriesOf } from '../store.ts'

export default handle(listProjectRepos, async ({ tx, params, ok }) =>
  ok((await repositoriesOf(tx, [params.id])).map(presentRepository)),
)
