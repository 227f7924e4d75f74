import { handle } from '../../../../platform/handler/index.ts'
import type { ObjectStore } from '../../../../platform/storage/index.ts'
import { dropProjectSetups } from '../contract.ts'
import { failedFetches, setupsOf } from '../../../../execution/packages/index.ts'

export default (objects: ObjectStore) =>
  handle(dropProjectSetups, async ({ params, ok }) => {
    await objects.dropCached(setupsOf(params.id))
    failedFetches(objects).forget(setupsOf(params.id))
    return ok(
      { message: 'The kept packages of the project are dropped. Its next cycle fetches and installs them anew.' },
      { resource: ['project', params.id], within: { projectId: params.id } },
    )
  })
